import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Role } from '../domain/role.ts';
import type { CommandOutput } from '../kernel/command-line.ts';
import type { Step } from '../kernel/progress-meter.ts';
import type { OperatorStores } from './operator-stores.ts';

/** An instant as JSON has it: RFC 3339 with an offset. */
export type Instant = string & { readonly instant: true };

/** A value as the program has it: `createdAtMs`, in unix milliseconds, where JSON has the instant `createdAt`. */
export type Exact<T> = T extends readonly (infer Item)[]
  ? readonly Exact<Item>[]
  : T extends object
    ? {
        [K in keyof T as Extract<T[K], Instant> extends never ? K : `${K & string}Ms`]: Extract<
          T[K],
          Instant
        > extends never
          ? Exact<T[K]>
          : number | Exclude<T[K], Instant>;
      }
    : T;

/** A person who calls an operation for an account of theirs. */
export interface AccountCaller {
  userId: string;
  accountId: string;
  accountName: string;
}

/** The caller of an operation; how a long one reports its progress, and is ended. */
export interface OperationJob<Step = never> {
  onProgress(step: Step): void;
  signal: AbortSignal;
  /** Undefined for the operator. */
  caller?: AccountCaller;
}

/** A field on the command line: its flags, its description, and what its schema does not say. */
export type FieldText = readonly [
  flags: string,
  description: string,
  more?: {
    /** How its text is read; a number, a choice and a plain text follow from the schema. */
    kind?: 'address' | 'moment' | 'expiry' | 'duration';
    /**
     * Reads what no kind does.
     *
     * @param before what this gave for the text before, where the flag takes several
     * @throws UsageError saying what would be right
     */
    read?(text: string, before: unknown): unknown;
    /** The option that it does not go with. */
    conflicts?: string;
    default?: string | number;
    /** Its value where the flag is given, for a flag without one. */
    preset?: string;
    /** The text that is read where none is given. */
    otherwise?: string;
  },
];

/** Calls an operation by its name. */
export type CallByName = (name: string, input: object) => Promise<unknown>;

/** Where a command that acts by itself does so. */
export interface CommandDesk extends CommandOutput {
  /**
   * Opens the stores, or the process that has them open, for some calls. What reports its progress shows it meanwhile.
   *
   * @param stopping said to the operator whose signal ends the calls; without it they go on to their end
   */
  open<R>(calls: (call: CallByName) => Promise<R>, stopping?: string): Promise<R>;
  /** Asks the person at the terminal; absent where there is none. @returns whether the answer is yes */
  confirm?(question: string): Promise<boolean>;
  /** Prints a result as the admin surface has it. */
  printJson(result: unknown): void;
}

/** What stands on its command line, by the names of its arguments and options. */
export type CommandGiven = Readonly<Record<string, unknown>>;

/** The command of an operation. */
export type OperationCommand<Input, Result> = {
  /** Of its command line: `accounts grant`. */
  words: string;
  /** In the list of all commands. */
  summary?: string;
  description: string;
  examples: string;
  /** Offers `--json`, which prints the result as the admin surface has it. */
  json?: boolean;
} & (
  | {
      /** Fields of the input, in the order of the command line. */
      arguments?: { readonly [Field in keyof Input]?: FieldText };
      options?: { readonly [Field in keyof Input]?: FieldText };
      /**
       * Prints the result for a person.
       * @param given.call calls another operation
       */
      print(
        result: Result,
        output: CommandOutput,
        given: { input: Exact<Input>; call: CallByName },
      ): void | Promise<void>;
      act?: undefined;
    }
  | {
      arguments?: Readonly<Record<string, FieldText>>;
      options?: Readonly<Record<string, FieldText>>;
      print?: undefined;
      /**
       * Asks and prints by itself: where the command line is not the input, where several operations are asked, or where what was found
       * decides how it ends.
       *
       * @throws UsageError saying what is wrong with the command line; Exit with the code that it ends with
       */
      act(given: CommandGiven & { json?: boolean }, desk: CommandDesk): Promise<void>;
    }
);

/** What an operator can ask for: one declaration for the call in this process, the admin route, its client and the command. */
export interface Operation<
  Name extends string = string,
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Progress extends TObject = TObject,
> {
  name: Name;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With fields of its input in braces; the others are its query or its body. */
  path: `/admin/v1/${string}`;
  /** Its group and its name in the description of the surface: `keys-create`. */
  operationId: `${string}-${string}`;
  /** What it does, in one line without a full stop. */
  summary: string;
  /** Status of its success. */
  status: 200 | 201;
  /** Who may call it: the operator, owners and members of an account; default: the operator alone. */
  for: readonly ('operator' | Role)[];
  input: Input;
  /** Fields of the input that people of an account may give; default: all but `account`, which their session decides. */
  accountFields?: readonly (keyof Static<Input> & string)[];
  /** The kind of thing that the field `id` names, which must belong to the account of the caller. */
  owned?: 'key';
  output: Output;
  /** The name under which an answer holds a result that is a list. */
  under?: string;
  /** Makes it a job, whose answer is a stream of events: of its progress in this form, then its result. */
  progress?: Progress;
  /** How its progress is shown to a person; default: not. */
  step?(progress: Exact<Static<Progress>>): Step;
  /** Answered only on the socket of the data directory. */
  onMachineOnly: boolean;
  bodyBytesLimit: number;
  /** None where the command line has it in a command of several operations, or not at all. */
  command?: OperationCommand<Static<Input>, Exact<Static<Output>>>;
  /** @throws ControlError where the input or the state is at fault */
  run(
    stores: OperatorStores,
    input: Exact<Static<Input>>,
    job: OperationJob<Exact<Static<Progress>>>,
  ): Promise<Exact<Static<Output>>>;
}

/** Enough for all but lists of paths. */
const usualBodyBytes = 64 * 1_024;

type Defaults = 'status' | 'for' | 'input' | 'onMachineOnly' | 'bodyBytesLimit';

/** Declares an operation; without `input` it takes nothing. */
export function operation<
  const Name extends string,
  Output extends TSchema,
  Input extends TObject = TObject<Nothing>,
  Progress extends TObject = TObject<Nothing>,
>(
  parts: Omit<Operation<Name, Input, Output, Progress>, Defaults> &
    Partial<Pick<Operation<Name, Input, Output, Progress>, Defaults>>,
): Operation<Name, Input, Output, Progress> {
  return {
    status: 200,
    for: ['operator'],
    input: Type.Object({}) as TObject as Input,
    onMachineOnly: false,
    bodyBytesLimit: usualBodyBytes,
    ...parts,
  };
}

/** The call of an operation, in this process or to another. */
export type OperationCall<O extends Operation> =
  O extends Operation<string, infer Input, infer Output, infer Progress>
    ? Call<Exact<Static<Input>>, Exact<Static<Output>>, Exact<Static<Progress>>>
    : never;

type Nothing = Record<never, never>;

/** What reports no steps need not be given a job. */
type Call<Input, Result, Step> = Nothing extends Step
  ? Nothing extends Input
    ? (input?: Input, job?: OperationJob) => Promise<Result>
    : (input: Input, job?: OperationJob) => Promise<Result>
  : (input: Input, job: OperationJob<Step>) => Promise<Result>;

/** The result of an operation. */
export type ResultOf<O extends { output: TSchema }> = Exact<Static<O['output']>>;

export const text = Type.String();
export const count = Type.Integer({ minimum: 0 });
export const maybe = Type.Optional;
/** Of an answer. */
export const instant = instantOf({});
export function instantOf(options: { description?: string; maxLength?: number }) {
  return Type.Unsafe<Instant>(Type.String({ format: 'date-time', ...options }));
}
/** Of an input: RFC 3339 with an offset. */
export const instantText = instantOf({ maxLength: 40 });
/** Name of an account, and of a key. */
export const nameText = Type.String({ minLength: 1, maxLength: 64 });
export const idText = Type.String({ minLength: 1, maxLength: 64 });
export const listLimit = Type.Integer({ minimum: 1, maximum: 10_000 });
export const walletText = Type.String({
  pattern: '^0[xX][0-9a-fA-F]{40}$',
  description: 'a wallet address: 0x and 40 hex digits',
});
