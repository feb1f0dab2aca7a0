/** The part of autocannon that bench/load-run.ts uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    /** Each connection sends them in turn. */
    requests: { headers: Record<string, string> }[];
  }
  interface Summary {
    errors: number;
    timeouts: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number }>;
  }
  type Listener = (client: unknown, statusCode: number, bytes: number, responseMs: number) => void;
  interface Run extends PromiseLike<Summary> {
    on(event: 'response', listener: Listener): void;
  }
  export default function autocannon(options: Options): Run;
}
