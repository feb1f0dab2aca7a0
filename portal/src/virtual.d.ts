declare module 'virtual:definitions' {
  const definitions: Readonly<Record<string, string>>;
  export default definitions;
}
