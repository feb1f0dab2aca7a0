import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1 to `most`. @throws InvalidArgumentError */
export function countOption(most: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}
