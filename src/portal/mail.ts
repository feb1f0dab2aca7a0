import { createTransport } from 'nodemailer';

export type MailKind = 'verify' | 'password' | 'existing';

export interface Mailer {
  /** @param url link that the mail is about. @throws whatever the server of the operator's mail answers */
  send(to: string, kind: MailKind, url?: string): Promise<void>;
  close(): void;
}

const timeoutMs = 10_000;

const texts: Readonly<Record<MailKind, { subject: string; lines: readonly string[] }>> = {
  verify: {
    subject: 'Confirm your e-mail address',
    lines: ['An account was created with this address. Confirm it within an hour:'],
  },
  password: {
    subject: 'Choose a new password',
    lines: ['A new password was requested for this address. Choose it within an hour:'],
  },
  existing: {
    subject: 'You already have an account',
    lines: ['An account with this address was requested, but one exists already. Sign in to it.'],
  },
};

/**
 * @param options.url `smtp://user:password@host:port`, `smtps://` for TLS from the first byte
 * @param options.from as the mail names its sender
 */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    ...limits,
    disableFileAccess: true,
  });
  return {
    async send(to, kind, link) {
      const { subject, lines } = texts[kind];
      const ending = 'If this was not you, ignore this mail: nothing changes without the link.';
      const text = [...lines, ...(link === undefined ? [] : ['', link, '', ending]), ''].join('\n');
      await transport.sendMail({ from, to, subject: `Tidemark: ${subject}`, text, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}
