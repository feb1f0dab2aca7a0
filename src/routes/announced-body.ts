export function announcesBody(headers: {
  readonly 'transfer-encoding'?: string | undefined;
  readonly 'content-length'?: string | undefined;
}): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
