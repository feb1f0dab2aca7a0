import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { AttemptRule } from '../control/attempts.ts';
import type { Role } from '../domain/role.ts';
import type { CommandOutput } from '../kernel/command-line.ts';
import { refused } from '../kernel/problem.ts';
import type { Step } from '../kernel/progress-meter.ts';
import type { OperatorStores } from './operator-stores.ts';

/** A JSON instant: RFC 3339 with an offset. */
export type Instant = string & { readonly instant: true };

/** The in-process form of a value: `createdAtMs` in unix milliseconds, for the JSON instant `createdAt`. */
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

export interface AccountCaller {
  userId: string;
  role: Role;
  accountId: string;
  accountName: string;
  email: string;
  /** Address of the service, without a trailing slash. */
  serviceUrl: string;
  /** Counts a call against the account's rate limit. @throws Problem 429 above the limit */
  count(limit: CallLimit): Promise<void>;
}

/** Rate limit per account, for calls that cost the store or a third-party server. */
export interface CallLimit extends AttemptRule {
  /** Completes `This account has …` in the refusal. */
  action: string;
}

/** Callers of operations that all people of an account may call. */
export const everyCaller = ['operator', 'owner', 'member'] as const;

export const ownersOnly = () => refused(403, 'OWNERS_ONLY', 'Only owners of the account may do this.');

export interface OperationJob<Step = never> {
  onProgress(step: Step): void;
  signal: AbortSignal;
  /** Undefined for the operator. */
  caller?: AccountCaller;
}

/** A field on the command line: flags, description, and options that its schema lacks. */
export type FieldText = readonly [
  flags: string,
  description: string,
  more?: {
    /** Parser of the text; numbers, choices and plain texts follow from the schema. */
    kind?: 'address' | 'moment' | 'expiry' | 'duration';
    /**
     * Custom parser for texts that no kind covers.
     *
     * @param before result for the previous text, if the flag takes several
     * @throws UsageError naming the correct form
     */
    read?(text: string, before: unknown): unknown;
    /** Name of the conflicting option. */
    conflicts?: string;
    default?: string | number;
    /** Value of a flag without an argument. */
    preset?: string;
    /** Text parsed if the option is missing. */
    otherwise?: string;
  },
];

export type CallByName = (name: string, input: object) => Promise<unknown>;

/** Environment of a command with an `act` function. */
export interface CommandDesk extends CommandOutput {
  /**
   * Opens the stores, or connects to the process that has them open, for some calls. Displays the progress of jobs.
   *
   * @param stopping message to an operator whose signal cancels the calls; default: calls run to their end
   */
  open<R>(calls: (call: CallByName) => Promise<R>, stopping?: string): Promise<R>;
  /** Asks the person at the terminal; undefined without a terminal. @returns whether the answer is yes */
  confirm?(question: string): Promise<boolean>;
  /** Prints a result in the JSON form of the admin surface. */
  printJson(result: unknown): void;
}

/** Command-line values by the names of arguments and options. */
export type CommandGiven = Readonly<Record<string, unknown>>;

export type OperationCommand<Input, Result> = {
  /** `accounts grant`. */
  words: string;
  /** Description in the list of all commands. */
  summary?: string;
  description: string;
  examples: string;
  /** Offers `--json`, which prints the result in the JSON form of the admin surface. */
  json?: boolean;
} & (
  | {
      /** Fields of the input, in the order of the command line. */
      arguments?: { readonly [Field in keyof Input]?: FieldText };
      options?: { readonly [Field in keyof Input]?: FieldText };
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
       * Custom execution and output: for command lines that are not the input, several operations, or exit codes that depend on the
       * result.
       *
       * @throws UsageError for a wrong command line; Exit with the exit code
       */
      act(given: CommandGiven & { json?: boolean }, desk: CommandDesk): Promise<void>;
    }
);

/** An operation for operators: a single declaration of the in-process call, the admin route, its client and the command. */
export interface Operation<
  Name extends string = string,
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Progress extends TObject = TObject,
> {
  name: Name;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with input fields in braces; all other fields go into the query or the body. */
  path: `/admin/v1/${string}`;
  /** Group and name in the OpenAPI description: `keys-create`. */
  operationId: `${string}-${string}`;
  /** Description in one line without a full stop. */
  summary: string;
  status: 200 | 201;
  /** Allowed callers: the operator, owners and members of an account; default: the operator alone. */
  for: readonly ('operator' | Role)[];
  input: Input;
  /** Input fields open to people of an account; default: all but `account`, which their session determines. */
  accountFields?: readonly (keyof Static<Input> & string)[];
  /** Kind of the resource in the field `id`, which must belong to the caller's account. */
  owned?: 'key' | 'alert';
  output: Output;
  /** Name of the field that holds a list result in the answer. */
  under?: string;
  /** Makes the operation a job, which streams progress events of this schema, then its result. */
  progress?: Progress;
  /** Converts progress for display; default: not displayed. */
  step?(progress: Exact<Static<Progress>>): Step;
  /** Available only on the data directory's socket. */
  onMachineOnly: boolean;
  bodyBytesLimit: number;
  /** Undefined if the operation is part of another command, or has none. */
  command?: OperationCommand<Static<Input>, Exact<Static<Output>>>;
  /** @throws ControlError for a fault of the input or the state */
  run(
    stores: OperatorStores,
    input: Exact<Static<Input>>,
    job: OperationJob<Exact<Static<Progress>>>,
  ): Promise<Exact<Static<Output>>>;
}

/** Enough for everything except lists of paths. */
export const usualBodyBytes = 64 * 1_024;

type Defaults = 'status' | 'for' | 'input' | 'onMachineOnly' | 'bodyBytesLimit';

/** Without `input` it accepts no fields. */
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

export type OperationCall<O extends Operation> =
  O extends Operation<string, infer Input, infer Output, infer Progress>
    ? Call<Exact<Static<Input>>, Exact<Static<Output>>, Exact<Static<Progress>>>
    : never;

type Nothing = Record<never, never>;

/** The job is optional for operations without progress. */
type Call<Input, Result, Step> = Nothing extends Step
  ? Nothing extends Input
    ? (input?: Input, job?: OperationJob) => Promise<Result>
    : (input: Input, job?: OperationJob) => Promise<Result>
  : (input: Input, job: OperationJob<Step>) => Promise<Result>;

export type ResultOf<O extends { output: TSchema }> = Exact<Static<O['output']>>;

export const text = Type.String();
export const count = Type.Integer({ minimum: 0 });
export const maybe = Type.Optional;
/** In answers. */
export const instant = instantOf({});
export function instantOf(options: { description?: string; maxLength?: number }) {
  return Type.Unsafe<Instant>(Type.String({ format: 'date-time', ...options }));
}
/** In inputs: RFC 3339 with an offset. */
export const instantText = instantOf({ maxLength: 40 });
export const nameText = Type.String({ minLength: 1, maxLength: 64 });
export const idText = Type.String({ minLength: 1, maxLength: 64 });
export const listLimit = Type.Integer({ minimum: 1, maximum: 10_000 });
export const walletText = Type.String({
  pattern: '^0[xX][0-9a-fA-F]{40}$',
  description: 'a wallet address: 0x and 40 hex digits',
});
