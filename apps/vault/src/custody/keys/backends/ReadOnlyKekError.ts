/** The key-encryption key can be read from here and not be written: who looks after it does that by hand. */
export class ReadOnlyKekError extends Error {
  override readonly name = 'ReadOnlyKekError'

  constructor(place: string) {
    super(`The key-encryption key of ${place} can only be read from here. Write it where it is kept.`)
  }
}
