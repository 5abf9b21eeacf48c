import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningMailbox, startMailbox } from '@latchkey/devnet'
import { chromiumOptions } from '@latchkey/devnet/chromium'
import { type Browser, chromium } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ParentPage, startParentPage } from '../../apps/vault/src/frame/test/startParentPage.js'
import { createGuest } from '../../apps/vault/src/test/createGuest.js'
import { openPodman, type Podman, provideCommands } from './test/podman.js'
import { hosts, send } from './test/proxy.js'
import { buildImages, buildNeighbours, type Stack, startStack, targets } from './test/stack.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const minutes = 60_000

let obstacle: string | undefined
let folder: string
let podman: Podman
let stack: Stack
let mailbox: RunningMailbox
let parent: ParentPage
let browser: Browser
let ca: string

describe.runIf(isLong)('the images and compose.yaml, set up as README.md describes', () => {
  beforeAll(async () => {
    obstacle = process.getuid?.() === 0 ? await provideTools() : 'Only root can start containers with networks here.'
    if (obstacle !== undefined) return
    folder = await mkdtemp(join(tmpdir(), 'latchkey-images-'))
    ;[podman, mailbox, parent] = await Promise.all([
      openPodman(join(folder, 'podman')),
      startMailbox({ now: Date.now }),
      startParentPage(),
    ])
    await buildImages(podman, folder)
    await buildNeighbours(podman, folder)
    const { port: smtpPort } = new URL(mailbox.smtpUrl)
    stack = await startStack(podman, { origin: parent.origin, smtpPort: Number(smtpPort), prefix: 'latchkey' })
    ca = await readFile(join(stack.folder, 'tls/fullchain.pem'), 'utf8')
    browser = await chromium.launch({
      ...chromiumOptions(),
      args: [
        ...chromiumOptions().args,
        `--host-resolver-rules=MAP ${hosts.site}:443 127.0.0.1:${stack.port}`,
        '--ignore-certificate-errors',
      ],
    })
  }, 25 * minutes)
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
    await Promise.all([mailbox?.stop(), parent?.stop(), podman?.close()])
    if (folder) await rm(folder, { recursive: true, force: true })
  }, 2 * minutes)

  const provideTools = () =>
    provideCommands({
      podman: 'podman',
      buildah: 'buildah',
      nginx: 'nginx-light',
      envsubst: 'gettext-base',
      openssl: 'openssl',
      pg_isready: 'postgresql',
      nsenter: 'util-linux',
    })
  const to = (host: string): { host: string; port: number; ca: string } => ({ host, port: stack.port, ca })
  const execute = (service: string, ...words: string[]): Promise<string> =>
    podman.run('podman', 'exec', stack.toName(service), ...words)
  /** Connects from a container, and returns `open` or the error code. */
  const connectFrom = (service: string, host: string, port: number): Promise<string> => {
    const script = `const s = require('net').connect({ host: '${host}', port: ${port}, timeout: 1500 }, () => end('open'))
      const end = (text) => { console.log(text); process.exit() }
      s.on('error', ({ code }) => end(code)).on('timeout', () => end('timeout'))`
    return execute(service, '/usr/local/bin/node', '--eval', script)
  }

  test('every service becomes healthy according to its own health check', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    for (const [name, { healthcheck }] of Object.entries(stack.compose.services)) {
      const [, ...probe] = healthcheck?.test ?? []
      if (probe.length > 0) await podman.poll(60, 'exec', stack.toName(name), ...probe)
    }
    expect((await send(to(hosts.gateway), { path: '/ready' })).status).toBe(200)
    expect((await send(to(hosts.site), { path: '/ready' })).status).toBe(200)
  })

  test('programs run as an unprivileged user, on a read-only file system, without a shell', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    for (const name of ['gateway-1', 'site-1', 'custody-1', 'relay-1']) {
      const script = `const { readFileSync, writeFileSync, readdirSync } = require('fs')
        const attempt = (work) => { try { work(); return 'done' } catch ({ code }) { return code } }
        const status = readFileSync('/proc/1/status', 'utf8')
        console.log(JSON.stringify({
          user: process.getuid(),
          capabilities: /CapEff:\\s*(\\w+)/.exec(status)[1],
          noNewPrivileges: /NoNewPrivs:\\s*(\\d)/.exec(status)[1],
          root: attempt(() => writeFileSync('/x', '')),
          app: attempt(() => writeFileSync('/app/x', '')),
          temporary: attempt(() => writeFileSync('/tmp/x', '')),
          shell: attempt(() => readFileSync('/bin/sh')),
          programs: readdirSync('/usr/local/bin'),
        }))`
      expect(JSON.parse(await execute(name, '/usr/local/bin/node', '--eval', script))).toEqual({
        user: 65_532,
        capabilities: '0000000000000000',
        noNewPrivileges: '1',
        root: 'EROFS',
        app: 'EROFS',
        temporary: 'done',
        shell: 'ENOENT',
        programs: ['node'],
      })
    }
    for (const target of targets) {
      const text = await podman.run('podman', 'image', 'inspect', `localhost/latchkey/${target}:test`)
      const [{ Config, Size }] = JSON.parse(text) as [{ Config: Record<string, unknown>; Size: number }]
      expect(Config).toMatchObject({ User: '65532:65532', StopSignal: 'SIGTERM' })
      expect(Config['Healthcheck'] ?? Config['HealthCheck']).toBeDefined()
      expect(Size).toBeLessThan(200_000_000)
    }
  })

  test(
    'users sign in at the gateway and sign with a wallet, even after a site and a custody instance are killed',
    async ({ skip }) => {
      skip(obstacle !== undefined, obstacle)
      const account = privateKeyToAccount(generatePrivateKey())
      const headers = { origin: parent.origin, 'content-type': 'application/json' }
      const nonceReply = await send(to(hosts.gateway), { path: '/siwx/nonce', headers })
      expect(nonceReply.status).toBe(200)
      const { nonce } = JSON.parse(nonceReply.text) as { nonce: string }
      const message = createSiweMessage({
        address: account.address,
        chainId: 31_337,
        domain: new URL(parent.origin).host,
        nonce,
        uri: parent.origin,
        version: '1',
        issuedAt: new Date(),
        expirationTime: new Date(Date.now() + 5 * minutes),
      })
      const body = JSON.stringify({
        message,
        signature: await account.signMessage({ message }),
        caipNetworkId: 'eip155:31337',
      })
      const verified = await send(to(hosts.gateway), { path: '/siwx/verify', method: 'POST', headers, body })
      expect({ status: verified.status, text: verified.text }).toMatchObject({ status: 200 })

      const guest = await createGuest(browser, {
        deployment: { publicUrl: `https://${hosts.site}`, mailbox } as never,
        origin: parent.origin,
        email: 'guest@mail.example',
      })
      await guest.logIn()
      const press = await guest.startSigning()
      expect(await guest.isSigned(await press())).toBe(true)

      // one site and one custody instance are killed; the others take over
      await podman.run('podman', 'kill', stack.toName('site-1'), stack.toName('custody-2'))
      const again = await guest.startSigning()
      expect(await guest.isSigned(await again())).toBe(true)
      await podman.run('podman', 'start', stack.toName('site-1'), stack.toName('custody-2'))
    },
    5 * minutes,
  )

  test('sites reach only custody, the gateway only the database, and the proxy exposes no internal paths', async ({
    skip,
  }) => {
    skip(obstacle !== undefined, obstacle)
    const addressOf = async (name: string, network: string): Promise<string> =>
      podman.run(
        'podman',
        ...[
          'inspect',
          `--format={{(index .NetworkSettings.Networks "${stack.toName(network)}").IPAddress}}`,
          stack.toName(name),
        ],
      )
    const custody = await addressOf('custody-1', 'custody')
    const metrics = await addressOf('custody-1', 'monitoring')
    const database = await addressOf('postgres', 'data')
    expect(await connectFrom('site-1', custody, 4179)).toBe('open')
    expect(await connectFrom('gateway-1', custody, 4179)).not.toBe('open')
    expect(await connectFrom('gateway-1', metrics, 4179)).toBe('ECONNREFUSED')
    expect(await connectFrom('site-1', database, 5432)).not.toBe('open')
    expect(await connectFrom('gateway-1', database, 5432)).toBe('open')
    expect(await connectFrom('site-1', custody, 4180)).not.toBe('open')
    for (const path of ['/metrics', '/v1/act', '/call'])
      for (const host of Object.values(hosts)) expect((await send(to(host), { path })).status).toBe(404)
  })

  test('the database roles of the programs cannot create or drop tables', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    const sql = (database: string, user: string, text: string): Promise<string> =>
      execute(
        'postgres',
        'psql',
        '--no-psqlrc',
        '--tuples-only',
        '--username=postgres',
        `--dbname=${database}`,
        '--command',
        `SET ROLE ${user}; ${text}`,
      )
    for (const name of ['gateway', 'vault', 'relay']) {
      await expect(sql(name, name, 'CREATE TABLE x (y int)')).rejects.toThrow('permission denied')
      await expect(sql(name, name, 'DROP TABLE latchkey_migrations')).rejects.toThrow('must be owner')
      expect(await sql(name, name, 'SELECT count(*) > 0 FROM latchkey_migrations')).toMatch(/t$/)
    }
  })

  test('a stopped program exits within its grace period with code 0', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    for (const name of ['gateway-2', 'site-2', 'custody-2', 'relay-2']) {
      const began = performance.now()
      await podman.run('podman', 'stop', '--time=40', stack.toName(name))
      expect(await podman.run('podman', 'inspect', '--format={{.State.ExitCode}}', stack.toName(name))).toBe('0')
      expect(performance.now() - began).toBeLessThan(38_000)
    }
    expect((await send(to(hosts.gateway), { path: '/ready' })).status).toBe(200)
    expect((await send(to(hosts.site), { path: '/ready' })).status).toBe(200)
  })
})
