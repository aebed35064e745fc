declare module 'bcrypt-pbkdf' {
  type Bytes = Uint8Array
  const library: {
    /** Fills `key`; gives 0, or −1 where a size or the number of rounds is none that it takes. */
    pbkdf(
      password: Bytes,
      passwordBytes: number,
      salt: Bytes,
      saltBytes: number,
      key: Bytes,
      keyBytes: number,
      rounds: number,
    ): number
  }
  export default library
}
