import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@latchkey/devnet'
import { run } from '../../../scripts/lib/run.mjs'

const template = new URL('../../nginx/nginx.conf.template', import.meta.url)

export const hosts = {
  gateway: 'gateway.latchkey.test',
  site: 'wallet.latchkey.test',
  relay: 'relay.latchkey.test',
  console: 'console.latchkey.test',
} as const

/** Writes a certificate for these hosts, and its key, to a folder. */
export async function createCertificate(folder: string, names: readonly string[]): Promise<void> {
  const { code, output } = await run(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=latchkey.test', '-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`],
      ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
    ],
    { capture: true },
  )
  if (code !== 0) throw new Error(`openssl ended with ${code}: ${output}`)
}

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** Sends an HTTPS request to 127.0.0.1, as if `host` resolved to it. */
export async function send(
  { host, port, ca }: { readonly host: string; readonly port: number; readonly ca: string },
  { path = '/', body, ...options }: RequestOptions & { readonly body?: string | Buffer } = {},
): Promise<Reply> {
  const headers = { host: `${host}:${port}`, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) }
  const sent = request({
    host: '127.0.0.1',
    port,
    servername: host,
    ca,
    path,
    agent: false,
    timeout: 20_000,
    ...options,
    headers: { ...headers, ...(options.headers as Record<string, string>) },
  })
  sent.on('timeout', () => sent.destroy(new Error('There was no response for 20 seconds.')))
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part)
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }
}

export type RunningProxy = {
  readonly port: number
  readonly httpPort: number
  readonly ca: string
  /** The folder that HTTP-01 challenges are served from. */
  readonly acmeFolder: string
  readonly readLog: () => Promise<string>
  /** Returns its output on stderr. */
  readonly getErrors: () => string
  readonly stop: () => Promise<void>
}

/**
 * Starts nginx with the template that operators use. `places` are addresses with ports, by template variable. `directives` are added to
 * those for all hosts.
 */
export async function startProxy(
  places: Readonly<Record<string, string>>,
  { directives = '' }: { readonly directives?: string } = {},
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-proxy-'))
  // nginx's workers run as a different user
  await chmod(folder, 0o755)
  const acmeFolder = join(folder, 'acme')
  await mkdir(acmeFolder)
  await createCertificate(folder, Object.values(hosts))
  const [port, httpPort, log] = [await findFreePort(), await findFreePort(), join(folder, 'access.log')]
  const variables: Readonly<Record<string, string>> = {
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(port),
    GATEWAY_HOST: hosts.gateway,
    SITE_HOST: hosts.site,
    RELAY_HOST: hosts.relay,
    CONSOLE_HOST: hosts.console,
    CONSOLE_FROM: '127.0.0.0/8',
    TLS_FOLDER: folder,
    ACME_FOLDER: acmeFolder,
    RUN_FOLDER: folder,
    ACCESS_LOG: log,
    ...places,
  }
  const text = (await readFile(template, 'utf8')).replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`The template needs ${name}.`)
    return value
  })
  const file = join(folder, 'nginx.conf')
  await writeFile(file, text.replace(/^http \{$/m, `http {\n${directives}`))
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` }
  const words = ['-e', 'stderr', '-c', file]
  const { code, output } = await run('nginx', [...words, '-t'], { capture: true, env })
  if (code !== 0 || /\[(warn|emerg)\]/.test(output)) throw new Error(`nginx refuses its configuration: ${output}`)
  const child = spawn('nginx', [...words, '-g', 'daemon off;'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ca = await readFile(join(folder, 'fullchain.pem'), 'utf8')
  const end = performance.now() + 10_000
  while (!(await send({ host: hosts.gateway, port, ca }).catch(() => undefined))) {
    if (performance.now() > end || child.exitCode !== null)
      throw new Error(`nginx did not start within ten seconds: ${errors}`)
    await sleep(50)
  }
  return {
    port,
    httpPort,
    ca,
    acmeFolder,
    readLog: () => readFile(log, 'utf8'),
    getErrors: () => errors,
    stop: async () => {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}
