import { constants, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { SecureContextOptions, TLSSocket, TlsOptions } from 'node:tls'

/** The roles of two programs that talk to each other; each certificate names one of these instead of a host. */
export const peerNames = {
  custody: 'custody.latchkey',
  site: 'site.latchkey',
  operator: 'operator.latchkey',
  holder: 'holder.latchkey',
  /** Custody, where it calls a share holder. */
  holderClient: 'holder-client.latchkey',
} as const
export type PeerRole = keyof typeof peerNames

/** A certificate, its key, and the authority of the other side's, all as PEM. Two authorities while one replaces the other. */
export type MutualTls = { readonly cert: string; readonly key: string; readonly ca: readonly string[] }

const cure = (prefix: string): string =>
  `\`${prefix.startsWith('HOLDER') ? 'holder' : 'custody'} create-certificates <folder>\` makes all of them.`

type MutualTlsRole = {
  readonly role: PeerRole
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Prefix of the variables' names. Default: `CUSTODY_TLS`. */
  readonly prefix?: string | undefined
}

/**
 * Reads `CUSTODY_TLS_CERT`, `CUSTODY_TLS_KEY` and `CUSTODY_TLS_CA`, all or none. Throws early for later failures: a file that is
 * missing or readable by others, a key of another certificate, or a certificate that has expired or has another role.
 */
export async function readMutualTls(
  read: (name: string) => string | undefined,
  { role, now, prefix = 'CUSTODY_TLS' }: MutualTlsRole,
): Promise<MutualTls | undefined> {
  const names = ['CERT', 'KEY', 'CA'].map((name) => `${prefix}_${name}`)
  const files = names.map(read)
  if (files.every((file) => file === undefined)) return undefined
  const missing = names.filter((_, index) => files[index] === undefined)
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} not set. ${cure(prefix)}`)
  const [certFile = '', keyFile = '', caFile = ''] = files
  const { mode, gid } = await stat(keyFile)
  // systemd 256 and newer gives a unit's secrets to the group root, and lets the unit's user in by an access control list
  const others = gid === 0 ? 0o007 : 0o077
  if ((mode & others) !== 0) throw new Error(`Other users can read ${keyFile}. Run chmod 600 ${keyFile}.`)
  const [cert, key, authorities] = await Promise.all([certFile, keyFile, caFile].map((file) => readFile(file, 'utf8')))
  const ca = authorities?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const tls = { cert: cert ?? '', key: key ?? '', ca }
  assertUsable(tls, { role, now, prefix })
  return tls
}

/** Throws if a program of this role can't use this certificate and key. */
function assertUsable(
  { cert, key, ca }: MutualTls,
  { role, now, prefix }: MutualTlsRole & { readonly prefix: string },
): void {
  if (ca.length === 0) throw new Error(`${prefix}_CA contains no certificate. ${cure(prefix)}`)
  const certificate = new X509Certificate(cert)
  if (!hasName(certificate, role))
    throw new Error(`${prefix}_CERT is not the certificate of ${peerNames[role]}, but of ${certificate.subject}.`)
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error(`${prefix}_KEY is not the key of ${prefix}_CERT.`)
  if (Date.parse(certificate.validTo) <= now)
    throw new Error(`${prefix}_CERT has expired on ${certificate.validTo}. ${cure(prefix)}`)
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

/** For the connecting side: the peer has to be of this role, whatever its host name. Default: custody. */
export function toClientOptions(
  tls: MutualTls,
  peer: PeerRole = 'custody',
): SecureContextOptions & { readonly servername: string } {
  return { ...toContext(tls), servername: peerNames[peer] }
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
  const prefix = option.startsWith('HOLDER') ? 'HOLDER_TLS' : 'CUSTODY_TLS'
  throw new Error(
    `${option} is ${host}, reached over a network without encryption or client authentication. Set ${prefix}_CERT, ${prefix}_KEY and ${prefix}_CA on both sides. ${cure(prefix)} Or use a unix socket, or 127.0.0.1.`,
  )
}
