import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listen } from '../custody/http/server.js'
import { runCommand } from '../custody/runCommand.js'
import { createCustodyClient } from '../site/custody.js'
import { makeCertificates } from './createCertificates.js'
import { type MutualTls, type PeerRole, readMutualTls, toClientOptions } from './mutualTls.js'

const day = 86_400_000
type Files = Readonly<Record<string, string>>
const make = (days = 30, now = Date.now()): Files => makeCertificates({ now, days })
const of = (files: Files, role: PeerRole, ...authorities: readonly Files[]): MutualTls => ({
  cert: files[`${role}.pem`] ?? '',
  key: files[`${role}.key`] ?? '',
  ca: [files, ...authorities].map((one) => one['ca.pem'] ?? ''),
})

let folder: string
let files: Files
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-tls-'))
  files = make()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts a custody that counts its responses, and records why it refused peers. */
async function start(
  tls: MutualTls,
  peer: PeerRole = 'site',
): Promise<{ address: string; refused: string[]; served: () => number; stop: () => Promise<void> }> {
  const refused: string[] = []
  let served = 0
  const listening = await listen(
    (_, response) => {
      served += 1
      response.end('{"ok":true}')
    },
    { where: { port: 0, tls }, peer, option: 'CUSTODY_HOST', warn: (cause) => refused.push(String(cause)) },
  )
  return { ...listening, refused, served: () => served }
}
const ask = (address: string, tls: MutualTls | undefined): Promise<unknown> =>
  createCustodyClient([address], { tls }).call({
    path: '/call',
    body: {},
    schema: z.object({ ok: z.literal(true) }),
    timeout: 10_000,
    signal: new AbortController().signal,
  })

describe('a site and custody over a network', () => {
  test('connect with certificates of the same authority', async () => {
    const custody = await start(of(files, 'custody'))
    expect(custody.address).toMatch(/^https:/)
    expect(await ask(custody.address, of(files, 'site'))).toEqual({ ok: true })
    await custody.stop()
  })

  test.each<[string, () => MutualTls | undefined, RegExp]>([
    ['of another authority', () => ({ ...of(make(), 'site'), ca: of(files, 'site').ca }), /no accepted certificate/],
    ['that has expired', () => toExpired(), /no accepted certificate/],
    ['of an operator', () => of(files, 'operator'), /not that of a site/],
    ['of custody itself', () => of(files, 'custody'), /no accepted certificate/],
  ])('custody rejects a peer with a certificate %s', async (_, getTls, reason) => {
    const custody = await start({ ...of(files, 'custody'), ca: [...of(files, 'custody').ca, ...toExpired().ca] })
    const tls = getTls()
    await expect(ask(custody.address, tls)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect.poll(() => custody.refused.join()).toMatch(reason)
    expect(custody.served()).toBe(0)
    await custody.stop()
  })

  test('custody rejects a peer without a certificate, or with plain text', async () => {
    const custody = await start(of(files, 'custody'))
    const { hostname, port } = new URL(custody.address)
    const { ca, servername } = toClientOptions(of(files, 'site'))
    const socket = connect({ host: hostname, port: Number(port), servername, ca })
    const ended = new Promise<string>((resolve) => {
      socket.on('error', (cause) => resolve(cause.message))
      socket.on('close', () => resolve('closed'))
    })
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await ended).toMatch(/certificate required|closed|ECONNRESET/i)
    await expect(ask(custody.address.replace('https', 'http'), undefined)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    await expect.poll(() => custody.refused.join()).toMatch(/no accepted certificate/)
    expect(custody.served()).toBe(0)
    await custody.stop()
  })

  test('a site rejects a server with the certificate of a site or another authority, or an expired one', async () => {
    const others: readonly [string, MutualTls][] = [
      ['a site', of(files, 'site')],
      ['an authority of its own', of(make(), 'custody', files)],
      ['expired', toExpired('custody')],
    ]
    for (const [, tls] of others) {
      const other = await start({ ...tls, ca: [...tls.ca, ...of(files, 'site').ca] })
      await expect(ask(other.address, of(files, 'site'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(other.served()).toBe(0)
      await other.stop()
    }
  })

  test('a server for operators accepts an operator’s certificate, but not a site’s', async () => {
    const desk = await start(of(files, 'custody'), 'operator')
    expect(await ask(desk.address, of(files, 'operator'))).toEqual({ ok: true })
    await expect(ask(desk.address, of(files, 'site'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await desk.stop()
  })

  test('an authority can replace another without interruption while both are listed', async () => {
    const next = make()
    // custody lists both, then the sites switch, then custody itself, then the old one is removed
    for (const [custodyTls, siteTls] of [
      [of(files, 'custody', next), of(files, 'site')],
      [of(files, 'custody', next), of(next, 'site', files)],
      [of(next, 'custody', files), of(next, 'site', files)],
      [of(next, 'custody', files), of(files, 'site', next)],
      [of(next, 'custody'), of(next, 'site')],
    ] as const) {
      const custody = await start(custodyTls)
      expect(await ask(custody.address, siteTls)).toEqual({ ok: true })
      await custody.stop()
    }
    const custody = await start(of(next, 'custody'))
    await expect(ask(custody.address, of(files, 'site', next))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await custody.stop()
  })

  test('error: both refuse plain text over a network at the start, and say how to fix it', async () => {
    for (const host of ['0.0.0.0', '10.0.0.5', '::', 'custody.internal', '127.0.0.1.example.org']) {
      const where = { port: 0, host }
      await expect(
        listen(() => undefined, { where, peer: 'site', option: 'CUSTODY_HOST', warn: () => undefined }),
      ).rejects.toThrow(/CUSTODY_HOST is .+create-certificates/)
      const url = `http://${host.includes(':') ? `[${host}]` : host}:4179`
      expect(() => createCustodyClient([url])).toThrow(/CUSTODY is .+create-certificates/)
    }
    expect(() => createCustodyClient(['https://10.0.0.5:4179'])).toThrow('CUSTODY_TLS_CERT')
    for (const url of ['http://127.0.0.1:4179', 'http://localhost:4179', 'http://[::1]:4179', '/run/custody.sock'])
      expect(() => createCustodyClient([url])).not.toThrow()
  })
})

describe('custody create-certificates', () => {
  test('creates an authority and certificates that OpenSSL verifies, in a private folder', async () => {
    const place = join(folder, 'made')
    const made = (await runCommand(['create-certificates', place, '--days=90'], {
      environment: {},
      readInput: async () => '',
    })) as { until: string }
    expect(Math.round((Date.parse(made.until) - Date.now()) / day)).toBe(90)
    expect((await stat(place)).mode & 0o777).toBe(0o700)
    const authority = new X509Certificate(await readFile(join(place, 'ca.pem')))
    expect([authority.ca, authority.verify(authority.publicKey)]).toEqual([true, true])
    for (const role of ['custody', 'site', 'operator']) {
      const certificate = new X509Certificate(await readFile(join(place, `${role}.pem`)))
      expect([certificate.ca, certificate.checkIssued(authority), certificate.verify(authority.publicKey)]).toEqual([
        false,
        true,
        true,
      ])
      expect(certificate.subjectAltName).toBe(`DNS:${role}.latchkey`)
      expect((await stat(join(place, `${role}.key`))).mode & 0o777).toBe(0o600)
      const said = execFileSync('openssl', [
        'verify',
        '-x509_strict',
        '-CAfile',
        join(place, 'ca.pem'),
        join(place, `${role}.pem`),
      ])
      expect(String(said)).toContain('OK')
    }
    await expect(
      runCommand(['create-certificates', place], { environment: {}, readInput: async () => '' }),
    ).rejects.toThrow('EEXIST')
    // beyond 2049, when a year of two digits is no longer enough
    expect(new X509Certificate(make(3_650, Date.UTC(2045, 0, 1))['ca.pem'] ?? '').validTo).toContain('2055')
  })

  test('error: rejects invalid certificate settings at the start', async () => {
    const place = join(folder, 'read')
    await runCommand(['create-certificates', place], { environment: {}, readInput: async () => '' })
    const at = (name: string): string => join(place, name)
    const variables = {
      CUSTODY_TLS_CERT: at('site.pem'),
      CUSTODY_TLS_KEY: at('site.key'),
      CUSTODY_TLS_CA: at('ca.pem'),
    }
    const read = (more: Record<string, string | undefined> = {}, now = Date.now()): Promise<unknown> => {
      const all: Record<string, string | undefined> = { ...variables, ...more }
      return readMutualTls((name) => all[name], { role: 'site', now })
    }
    expect(await read()).toMatchObject({ ca: [expect.stringContaining('BEGIN CERTIFICATE')] })
    expect(await readMutualTls(() => undefined, { role: 'site', now: 0 })).toBeUndefined()
    await writeFile(at('two.pem'), `${files['ca.pem']}${await readFile(at('ca.pem'), 'utf8')}`)
    expect(await read({ CUSTODY_TLS_CA: at('two.pem') })).toMatchObject({ ca: { length: 2 } })
    await expect(read({ CUSTODY_TLS_KEY: undefined })).rejects.toThrow('CUSTODY_TLS_KEY not set')
    await expect(read({ CUSTODY_TLS_KEY: at('custody.key') })).rejects.toThrow('is not the key of')
    await expect(read({ CUSTODY_TLS_CERT: at('custody.pem') })).rejects.toThrow('not the certificate of site.latchkey')
    await expect(read({ CUSTODY_TLS_CA: at('site.key') })).rejects.toThrow('contains no certificate')
    await expect(read({}, Date.now() + 366 * day)).rejects.toThrow('has expired')
    await expect(read({ CUSTODY_TLS_CERT: at('nothing.pem') })).rejects.toThrow('ENOENT')
    await chmod(at('site.key'), 0o604)
    await expect(read()).rejects.toThrow('chmod 600')
    // only root can change the owner of a file
    if (process.getuid?.() !== 0) return
    await chmod(at('site.key'), 0o440)
    await chown(at('site.key'), 0, 0)
    await expect(read()).resolves.toMatchObject({ key: expect.stringContaining('PRIVATE KEY') as string })
    await chown(at('site.key'), 0, 65_534)
    await expect(read()).rejects.toThrow('chmod 600')
  })
})

/** An expired certificate whose authority is still valid. */
function toExpired(role: PeerRole = 'site'): MutualTls {
  return of(makeCertificates({ now: Date.now() - 31 * day, days: 30 }), role)
}
