import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@latchkey/server-kit/config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from './config.js'

const required = {
  RELAY_DATABASE_URL: 'postgres://relay:secret@db.internal/relay?sslmode=require',
  RELAY_PUBLIC_URLS: 'wss://relay.example.org, wss://relay.example.com',
}

const problemsOf = async (environment: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const error = await readConfig(environment).catch((cause: unknown) => cause)
  return error instanceof ConfigError ? error.problems : []
}

describe('the configuration', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const write = async (name: string, value: unknown): Promise<string> => {
    const file = join(folder, name)
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value))
    return file
  }

  it('has defaults for everything but the database and the public URLs', async () => {
    expect(await readConfig({ ...required, RELAY_HOST: ' ', PORT: '1', PATH: '/bin' })).toMatchObject({
      publicUrls: ['wss://relay.example.org', 'wss://relay.example.com'],
      host: '127.0.0.1',
      port: 4_185,
      trustProxy: false,
      projects: { '*': {} },
      bytesPerProject: 6_000_000_000,
      webhookOrigins: [],
    })
    expect(await problemsOf({})).toEqual(['RELAY_DATABASE_URL is not set.', 'RELAY_PUBLIC_URLS is not set.'])
  })

  it('is read from a file, overridden by the environment, together with the projects file', async () => {
    const projects = { shop: { allowedOrigins: ['https://shop.example'], messages: 100 } }
    const file = await write('relay.json', {
      RELAY_PUBLIC_URLS: ['wss://file.example'],
      RELAY_PORT: 1,
      RELAY_TRUST_PROXY: true,
      RELAY_PROJECTS_FILE: await write('projects.json', projects),
    })
    const key = 'ab'.repeat(32)
    const config = await readConfig({
      CONFIG_FILE: file,
      RELAY_PORT: '2',
      RELAY_DATABASE_URL: 'postgres://db/relay',
      RELAY_WEBHOOK_KEY_FILE: await write('key', key),
    })
    expect(config).toMatchObject({ publicUrls: ['wss://file.example'], port: 2, trustProxy: true, projects })
    expect(config.webhookKey).toBe(key)
  })

  it('reports every problem at once, including unknown names', async () => {
    const file = await write('wrong.json', { RELAY_PROT: 1, RELAY_DRAIN_SECONDS: -1, RELAY_DATABASE_URL: 'mysql://x' })
    const projects = await write('wrongProjects.json', { shop: { allowedOrigins: ['https://shop.example/'] } })
    const problems = await problemsOf({
      CONFIG_FILE: file,
      RELAY_PROJECTS_FILE: projects,
      RELAY_PUBLIC_URLS: 'https://relay.example.org',
      RELAY_PORT: '70000',
      RELAY_HOSTS: '0.0.0.0',
      RELAY_TRUST_PROXY: 'yes',
      RELAY_BUFFERED_BYTES: '1e6',
      RELAY_WEBHOOK_KEY: 'secret',
      RELAY_WEBHOOK_ORIGINS: 'http://push.internal/path',
    })
    const starts = [
      'Unknown variable RELAY_HOSTS.',
      `${file} has an unknown variable RELAY_PROT.`,
      'RELAY_DATABASE_URL must be a URL such as postgres://',
      'RELAY_PUBLIC_URLS must be wss:// or ws:// URLs',
      'RELAY_PORT must be a port',
      'RELAY_TRUST_PROXY must be one of 0, 1',
      `RELAY_PROJECTS_FILE ${projects}: shop.allowedOrigins.0: must be an origin`,
      'RELAY_BUFFERED_BYTES must be ',
      'RELAY_DRAIN_SECONDS must be ',
      'RELAY_WEBHOOK_KEY must be 64 lowercase hex characters.',
      'RELAY_WEBHOOK_ORIGINS must be origins',
    ]
    for (const start of starts)
      expect(
        problems.filter((problem) => problem.startsWith(start)),
        start,
      ).toHaveLength(1)
    expect(problems).toHaveLength(starts.length)
    expect(problems.join()).not.toContain('secret')
    for (const missing of [join(folder, 'missing.json'), await write('broken.json', '{')])
      expect(await problemsOf({ ...required, RELAY_PROJECTS_FILE: missing })).toHaveLength(1)
  })

  it('is printed without passwords and keys', async () => {
    const RELAY_LISTEN_URL = 'postgres://relay@db.internal/relay?password=secret'
    const config = await describeConfig({ ...required, RELAY_LISTEN_URL, RELAY_WEBHOOK_KEY: '5e'.repeat(32) })
    const printed = JSON.stringify(config.describe())
    for (const secret of ['secret', '5e5e']) expect(printed).not.toContain(secret)
    expect(printed).toContain('postgres://relay:****@db.internal/relay?sslmode=require')
  })
})
