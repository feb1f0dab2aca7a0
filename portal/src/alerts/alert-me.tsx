interface AlertMeProps {
  /** Initial values of the linked form. */
  of: { feed: string; coin?: string; user?: string };
}

/** Leads to the form of alerts, filled in. */
export function AlertMe({ of }: AlertMeProps) {
  return <a href={`/account/alerts?${new URLSearchParams(of)}`}>Alert me</a>;
}
