import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { SecureContextOptions, TLSSocket, TlsOptions } from 'node:tls'

/** The roles between custody and its callers; each certificate names one of these instead of a host. */
export const peerNames = {
  custody: 'custody.latchkey',
  site: 'site.latchkey',
  operator: 'operator.latchkey',
} as const
export type PeerRole = keyof typeof peerNames

/** A certificate, its key, and the authority of the other side's, all as PEM. Two authorities while one replaces the other. */
export type MutualTls = { readonly cert: string; readonly key: string; readonly ca: readonly string[] }

const cure = '`custody create-certificates <folder>` makes all of them.'

/**
 * Reads `CUSTODY_TLS_CERT`, `CUSTODY_TLS_KEY` and `CUSTODY_TLS_CA`, all or none. Throws early for what would fail later: a file that is
 * missing or readable by others, a key of another certificate, one that has expired or has another role.
 */
export async function readMutualTls(
  read: (name: string) => string | undefined,
  { role, now }: { readonly role: PeerRole; readonly now: number },
): Promise<MutualTls | undefined> {
  const names = ['CUSTODY_TLS_CERT', 'CUSTODY_TLS_KEY', 'CUSTODY_TLS_CA'] as const
  const files = names.map(read)
  if (files.every((file) => file === undefined)) return undefined
  const missing = names.filter((_, index) => files[index] === undefined)
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} not set. ${cure}`)
  const [certFile = '', keyFile = '', caFile = ''] = files
  const { mode, gid } = await stat(keyFile)
  // systemd 256 and newer gives a unit's secrets to the group root, and lets the unit's user in by an access control list
  const others = gid === 0 ? 0o007 : 0o077
  if ((mode & others) !== 0) throw new Error(`Other users can read ${keyFile}. Run chmod 600 ${keyFile}.`)
  const [cert, key, authorities] = await Promise.all([certFile, keyFile, caFile].map((file) => readFile(file, 'utf8')))
  const ca = authorities?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const tls = { cert: cert ?? '', key: key ?? '', ca }
  assertUsable(tls, { role, now })
  return tls
}

/** Throws if these can't be what a program of this role presents. */
function assertUsable(
  { cert, key, ca }: MutualTls,
  { role, now }: { readonly role: PeerRole; readonly now: number },
): void {
  if (ca.length === 0) throw new Error(`CUSTODY_TLS_CA contains no certificate. ${cure}`)
  const certificate = new X509Certificate(cert)
  if (!hasName(certificate, role))
    throw new Error(`CUSTODY_TLS_CERT is not the certificate of ${peerNames[role]}, but of ${certificate.subject}.`)
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error('CUSTODY_TLS_KEY is not the key of CUSTODY_TLS_CERT.')
  if (Date.parse(certificate.validTo) <= now)
    throw new Error(`CUSTODY_TLS_CERT has expired on ${certificate.validTo}. ${cure}`)
}

/** When a certificate expires, in milliseconds since the epoch. */
export function getExpiry({ cert }: Pick<MutualTls, 'cert'>): number {
  return Date.parse(new X509Certificate(cert).validTo)
}

/** Days until a certificate expires. */
export function getDaysLeft(tls: MutualTls, now: number): number {
  return Math.floor((getExpiry(tls) - now) / 86_400_000)
}

/** Required by both sides. No session resumption: each connection presents its certificate. */
function toContext({ cert, key, ca }: MutualTls): SecureContextOptions {
  return { cert, key, ca: [...ca], minVersion: 'TLSv1.3', secureOptions: constants.SSL_OP_NO_TICKET }
}

/** For the listening side: rejects peers without a certificate of its authorities. */
export function toServerOptions(tls: MutualTls): TlsOptions {
  return { ...toContext(tls), requestCert: true, rejectUnauthorized: true }
}

/** For the connecting side: the peer has to be custody, whatever its host name. */
export function toClientOptions(tls: MutualTls): SecureContextOptions & { readonly servername: string } {
  return { ...toContext(tls), servername: peerNames.custody }
}

/** Whether the peer's certificate names this role. */
export function isPeer(socket: TLSSocket, role: PeerRole): boolean {
  const certificate = socket.authorized ? socket.getPeerX509Certificate() : undefined
  return certificate !== undefined && hasName(certificate, role)
}

function hasName(certificate: X509Certificate, role: PeerRole): boolean {
  return certificate.checkHost(peerNames[role], { subject: 'never' }) !== undefined
}

/** Whether traffic to a host stays on this machine. The only such host name is `localhost`. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/.test(host)
}

/** Throws, with a way to fix it, if keys would be requested over a network in plain text. */
export function assertProtected({
  host,
  tls,
  option,
}: {
  readonly host: string
  readonly tls: MutualTls | undefined
  /** Name of the environment variable for the host. */
  readonly option: string
}): void {
  if (tls || isLoopback(host)) return
  throw new Error(
    `${option} is ${host}, reached over a network without encryption or client authentication. Set CUSTODY_TLS_CERT, CUSTODY_TLS_KEY and CUSTODY_TLS_CA on both sides. ${cure} Or use a unix socket, or 127.0.0.1.`,
  )
}
