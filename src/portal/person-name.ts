/** Longest address of an e-mail account (RFC 5321). */
export const longestEmail = 254;
const longestImage = 2_048;

/** The name that an identity provider gives, made one that a person could have typed; the e-mail address where nothing is left. */
export function usableName(name: string, email: string): string {
  const cleaned = [
    ...name
      .replace(/\p{C}/gu, '')
      .replace(/tdm_(live|test|temp)_/g, '')
      .trim(),
  ];
  return cleaned.slice(0, 64).join('').trim() || email.slice(0, 64);
}

/** True for the address of a picture that a page may load. */
export function isImageAddress(text: string): boolean {
  return text.length <= longestImage && /^https:\/\/[^\s\p{C}]+$/u.test(text) && URL.canParse(text);
}
