import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createNitroDocument } from './documents.js'

// The operator's attestation program in an enclave. Its argument is a file with a test authority, which replaces the
// Nitro Secure Module.

const { chain, key } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  readonly chain: readonly string[]
  readonly key: string
}
const { nonce, publicKey } = JSON.parse(readFileSync(0, 'utf8')) as {
  readonly nonce: string
  readonly publicKey: string
}
const claim = { nonce: Buffer.from(nonce, 'base64'), publicKey: Buffer.from(publicKey, 'base64') }
const document = createNitroDocument({ chain, key: createPrivateKey(key) }, claim)
process.stdout.write(JSON.stringify({ document: document.toString('base64') }))
