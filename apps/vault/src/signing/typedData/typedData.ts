/** A field of a struct: its name, and a type as EIP-712 writes it. */
export type TypedField = { readonly name: string; readonly type: string }

/** Structs by name, only those that are reached. */
export type TypedStructs = { readonly [name: string]: readonly TypedField[] }

/** A value of typed data in its one form: numbers as decimal texts, bytes as lower-case hex, addresses with checksum. */
export type TypedValue = string | boolean | readonly TypedValue[] | { readonly [name: string]: TypedValue }

/** Typed data that was read to the last field. [EIP-712] */
export type TypedData = {
  readonly types: TypedStructs
  readonly primaryType: string
  readonly domain: { readonly [name: string]: TypedValue }
  readonly message: { readonly [name: string]: TypedValue }
}

/** More cannot be looked through by a person. */
export const mostFields = 1_000
export const deepest = 32
