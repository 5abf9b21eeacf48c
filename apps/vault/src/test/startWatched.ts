import { rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { startPostgres } from '@latchkey/devnet'
import { type Listening, listen } from '@latchkey/server-kit/http'
import { parseEther, toHex } from 'viem'
import { type RunningCustody, startCustody } from '../custody/startCustody.js'
import type { Visitor } from '../custody/test/createVisitor.js'
import { type Sink, startSink } from '../custody/test/startSink.js'
import { startWorld, type World } from '../custody/test/startWorld.js'
import { parseProjects } from '../projects/parseProjects.js'
import { type RunningSite, startSite } from '../site/startSite.js'
import { createDevice } from '../site/test/signStatement.js'
import { writeFrameFolder } from '../site/test/writeFrameFolder.js'
import { makeCertificates } from '../tls/createCertificates.js'

export type Watched = {
  readonly world: World
  readonly sink: Sink
  readonly site: RunningSite
  /** The second custody, on a separate port over TLS. May be stopped more than once. */
  readonly second: RunningCustody
  /** URLs of the metrics of all three, by job. */
  readonly urls: { readonly site: string; readonly custody: readonly string[] }
  readonly readMetrics: () => Promise<Readonly<Record<string, string>>>
  /** Starts a login with a new device and mailbox, until a code has been emailed. */
  readonly startLogin: () => Promise<{ readonly visitor: Visitor; readonly email: string }>
  readonly tryCode: (visitor: Visitor, code: string) => Promise<string>
  /** Prepares a transfer above the daily limit of a logged-in user. Returns the error code. */
  readonly spendTooMuch: (visitor: Visitor) => Promise<string>
  /** Sends a statement through the site. Returns the status. */
  readonly callSite: () => Promise<number>
  /** Sends a request to the node of the site's network. Returns the status. */
  readonly callNode: () => Promise<number>
  readonly breakNode: (isBroken: boolean) => void
  /** Moves the key file away, or back. */
  readonly moveKey: (to: 'away' | 'back') => Promise<void>
  readonly stop: () => Promise<void>
}

const policy = { assets: { 'eip155:1': { native: { decimals: 18, dailyLimit: '1' } } } }
const origins = ['https://app.example']

/** Starts a vault with monitoring: a site, two custodies (one over TLS), an audit sink, a node, and restore drills. */
export async function startWatched(): Promise<Watched> {
  const [ownServer, sink, frameFolder] = await Promise.all([
    startPostgres({ databases: ['vault'], creators: ['vault'] }),
    startSink(),
    writeFrameFolder(),
  ])
  let isBroken = false
  const node: Listening = await listen(
    createServer((_, response) => {
      if (isBroken) response.writeHead(503).end()
      else response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    }),
    { port: 0, host: '127.0.0.1' },
  )
  const network = { caipNetworkId: 'eip155:1', name: 'Local', symbol: 'ETH', decimals: 18, rpcUrls: [node.url] }
  const projects = parseProjects(JSON.stringify({ demo: { name: 'Demo', origins, policy } }))
  const metrics = { port: 0 }
  const world = await startWorld({
    ...{ ownServer, projects, networks: [network], metrics, drillHours: 24 },
    auditSink: { url: sink.url },
  })
  const files = makeCertificates({ now: Date.now(), days: 30 })
  const toTls = (role: 'custody' | 'site'): { cert: string; key: string; ca: string[] } => ({
    cert: files[`${role}.pem`] ?? '',
    key: files[`${role}.key`] ?? '',
    ca: [files['ca.pem'] ?? ''],
  })
  const custody = await startCustody({
    ...world.options,
    createsKek: false,
    listen: { port: 0, tls: toTls('custody') },
  })
  let stopping: Promise<void> | undefined
  const second: RunningCustody = { ...custody, stop: () => (stopping ??= custody.stop()) }
  const site = await startSite({
    ...{ projects, networks: [network], metrics, frameFolder, now: world.now, port: 0 },
    custody: [world.custodies[0]?.address ?? '', second.address],
    tls: toTls('site'),
    warn: () => undefined,
  })
  const device = createDevice()
  const post = async (path: string, body: object): Promise<number> => {
    const response = await fetch(`${site.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.publicUrl },
      body: JSON.stringify(body),
    })
    await response.text()
    return response.status
  }
  let count = 0
  const urls = {
    site: `${site.metricsUrl}/metrics`,
    custody: [world.custodies[0], second].map((custody) => `${custody?.metricsUrl}/metrics`),
  }
  const read = async (url: string): Promise<string> => (await fetch(url)).text()
  const { kekFile } = world.options
  return {
    ...{ world, sink, site, second, urls },
    readMetrics: async () => ({
      site: await read(urls.site),
      custody: (await Promise.all(urls.custody.map(read))).join(''),
    }),
    async startLogin() {
      const email = `watched${count++}@mail.example`
      const visitor = world.createVisitor()
      await visitor.get('hello', {})
      await visitor.get('email.start', { email })
      await world.press(world.getMail(email).token)
      await visitor.get('email.device', {})
      return { visitor, email }
    },
    tryCode: async (visitor, code) => (await visitor.ask('email.verify', { code })).error?.code ?? 'right',
    async spendTooMuch(visitor) {
      const from = (await visitor.get('user.get', {})).accounts[0]?.address
      const sent = { to: `0x${'ab'.repeat(20)}`, value: toHex(parseEther('2')) }
      const gas = { gas: toHex(21_000), gasPrice: toHex(1_000_000_000), nonce: '0x0' }
      const params = [{ from, ...gas, ...sent }]
      const { error } = await visitor.ask('request.prepare', {
        ...{ method: 'eth_sendTransaction', chain: 'eip155:1', params },
      })
      return error?.code ?? 'prepared'
    },
    callSite: () => post('/v1/call', device.sign({ iat: world.now() })),
    callNode: () => post('/v1/rpc', { chain: 'eip155:1', method: 'eth_blockNumber', params: [] }),
    breakNode: (next) => {
      isBroken = next
    },
    moveKey: (to) => (to === 'away' ? rename(kekFile, `${kekFile}.away`) : rename(`${kekFile}.away`, kekFile)),
    async stop() {
      await site.stop()
      await second.stop()
      await world.stop()
      await Promise.all([sink.stop(), node.stop(), rm(frameFolder, { recursive: true })])
    },
  }
}
