/** What an answer is made of: text as it is, everything else as JSON. Throws an `EsploraError`. */
export type Handler = (parts: Readonly<Record<string, string>>, body: string) => unknown

/** By method and path, as `GET /tx/:txid`; a part that begins with a colon takes any text. */
export type Routes = Readonly<Record<string, Handler>>
