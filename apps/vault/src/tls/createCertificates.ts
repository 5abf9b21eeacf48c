import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCertificate } from './certificate.js'
import { type PeerRole, peerNames } from './mutualTls.js'

const day = 86_400_000

export type CertificateOptions = {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Days for which the programs' certificates are valid. */
  readonly days: number
  /** The programs. Default: custody, its sites and an operator console. */
  readonly roles?: readonly PeerRole[] | undefined
}

const uses = {
  custody: 'server',
  site: 'client',
  operator: 'client',
  holder: 'server',
  holderClient: 'client',
} as const satisfies Record<PeerRole, 'server' | 'client'>

/** Creates certificates and keys for programs that talk to each other, from an authority made for them alone. */
export function makeCertificates({
  now,
  days,
  roles = ['custody', 'site', 'operator'],
}: CertificateOptions): Readonly<Record<string, string>> {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // distinguishes two authorities while one replaces the other
  const issuer = `Latchkey vault ${randomBytes(4).toString('hex')}`
  // the clocks of two machines differ
  const from = now - day
  const ca = { issuer, issuerKey: authority.privateKey, issuerPublicKey: authority.publicKey, from }
  const files: Record<string, string> = {
    'ca.pem': createCertificate({
      ...ca,
      subject: issuer,
      publicKey: authority.publicKey,
      until: now + (days + 365) * day,
    }),
    'ca.key': toPem(authority.privateKey),
  }
  for (const role of roles) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const name = peerNames[role]
    const leaf = { name, use: uses[role] }
    files[`${role}.pem`] = createCertificate({ ...ca, subject: name, publicKey, until: now + days * day, leaf })
    files[`${role}.key`] = toPem(privateKey)
  }
  return files
}

/** Writes them into a new folder that only this account may access. Throws if the name is taken. */
export async function createCertificates(
  folder: string,
  options: CertificateOptions,
): Promise<{ readonly folder: string; readonly files: readonly string[]; readonly until: string }> {
  if (!(options.days >= 1 && options.days <= 3_650)) throw new Error('Certificates last 1 to 3650 days.')
  await mkdir(folder, { mode: 0o700 })
  const files = makeCertificates(options)
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: name.endsWith('.key') ? 0o600 : 0o644, flag: 'wx' })
  return { folder, files: Object.keys(files), until: new Date(options.now + options.days * day).toISOString() }
}

function toPem(key: KeyObject): string {
  return String(key.export({ format: 'pem', type: 'pkcs8' }))
}
