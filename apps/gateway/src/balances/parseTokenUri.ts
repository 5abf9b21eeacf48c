import { z } from 'zod'

const schema = z.object({
  name: z.string().trim().min(1).max(200).optional().catch(undefined),
  image: z
    .string()
    .max(65_536)
    .regex(/^(https:\/\/|ipfs:\/\/|data:image\/)/i)
    .optional()
    .catch(undefined),
})

/**
 * What the metadata of a token says that stand in its URI itself (`data:`). No other address is followed: whoever makes a token
 * would choose what is called from here.
 */
export function parseTokenUri(uri: string | undefined): {
  readonly name?: string | undefined
  readonly imageUrl?: string | undefined
} {
  const [, encoding, data] = /^data:application\/json(?:;(?:charset=)?[\w-]+)??(;base64)?,(.*)$/is.exec(uri ?? '') ?? []
  if (data === undefined) return {}
  try {
    const text = encoding ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data)
    const { name, image } = schema.parse(JSON.parse(text))
    return { name, imageUrl: image }
  } catch {
    return {} // a token is there whatever it says of itself
  }
}
