import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'

/** The files of a build of the frame page. */
export type Manifest = {
  readonly build: string
  readonly files: readonly string[]
  /** SHA-256 of each file, hex. */
  readonly hashes: Readonly<Record<string, string>>
}

const schema: z.ZodType<Manifest> = z.object({
  build: z.string(),
  files: z.array(z.string().regex(/^[\w-]+\.(js|css)$/)),
  hashes: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
})

/** Throws if a text is not a manifest, or misses a file's hash. */
export function parseManifest(text: string): Manifest {
  const manifest = schema.parse(JSON.parse(text))
  for (const name of manifest.files)
    if (!Object.hasOwn(manifest.hashes, name)) throw new Error(`The manifest has no hash of ${name}.`)
  return manifest
}

export function toHash(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A key that signs builds: the private half as PEM, the public one as 43 base64url characters. [RFC 8032] */
export function createSigningKey(): { readonly pem: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), publicKey: toPublicText(publicKey) }
}

/** Signs the bytes of a manifest; returns base64url. `key`: the private key as PEM. */
export function signManifest(text: string, key: string): { readonly signature: string; readonly publicKey: string } {
  return {
    signature: sign(null, Buffer.from(text), key).toString('base64url'),
    publicKey: toPublicText(createPublicKey(key)),
  }
}

export function isSignedBy(text: string, { signature, publicKey }: { signature: string; publicKey: string }): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

function toPublicText(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? ''
}
