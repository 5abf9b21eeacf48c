import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, maskConfig, type RelayConfig, readConfig, settings, toVariable } from './config.js'

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
    })
    expect(await problemsOf({})).toEqual(['RELAY_DATABASE_URL: is required', 'RELAY_PUBLIC_URLS: is required'])
  })

  it('comes from a file, over which the environment has priority', async () => {
    const projects = { shop: { allowedOrigins: ['https://shop.example'], messages: 100 } }
    const file = await write('relay.json', { publicUrls: ['wss://file.example'], port: 1, trustProxy: true, projects })
    const config = await readConfig({
      RELAY_CONFIG_FILE: file,
      RELAY_PORT: '2',
      RELAY_DATABASE_URL: 'postgres://db/relay',
    })
    expect(config).toMatchObject({ publicUrls: ['wss://file.example'], port: 2, trustProxy: true, projects })
    const other = await write('projects.json', { other: {} })
    expect(await readConfig({ ...required, RELAY_CONFIG_FILE: file, RELAY_PROJECTS_FILE: other })).toMatchObject({
      projects: { other: {} },
    })
  })

  it('reports every problem at once, including unknown names', async () => {
    const file = await write('wrong.json', { prot: 1, drainSeconds: -1, databaseUrl: 'mysql://x' })
    const projects = await write('wrongProjects.json', {
      shop: { allowedOrigins: ['https://shop.example/'], limit: 1 },
    })
    const problems = await problemsOf({
      RELAY_CONFIG_FILE: file,
      RELAY_PROJECTS_FILE: projects,
      RELAY_PUBLIC_URLS: 'https://relay.example.org',
      RELAY_PORT: '70000',
      RELAY_HOSTS: '0.0.0.0',
      RELAY_TRUST_PROXY: 'yes',
      RELAY_BUFFERED_BYTES: '1e6',
    })
    const starts = [
      'RELAY_HOSTS: unknown',
      `prot in ${file}: unknown`,
      `databaseUrl in ${file}: must be postgres://`,
      'RELAY_PUBLIC_URLS.0: must be a ws:// or wss:// URL',
      'RELAY_PORT: ',
      'RELAY_TRUST_PROXY: ',
      'RELAY_PROJECTS_FILE.shop: ',
      'RELAY_PROJECTS_FILE.shop.allowedOrigins.0: must be an origin',
      'RELAY_BUFFERED_BYTES: ',
      `drainSeconds in ${file}: `,
    ]
    for (const start of starts) expect(problems.filter((problem) => problem.startsWith(start))).toHaveLength(1)
    expect(problems).toHaveLength(starts.length)
    for (const text of ['{', '[]'])
      expect(await problemsOf({ ...required, RELAY_CONFIG_FILE: await write('broken.json', text) })).toHaveLength(1)
    expect(await problemsOf({ ...required, RELAY_PROJECTS_FILE: join(folder, 'missing.json') })).toHaveLength(1)
  })

  it('is printed without passwords', async () => {
    const listenUrl = 'postgres://relay@db.internal/relay?password=secret'
    const text = JSON.stringify(maskConfig(await readConfig({ ...required, RELAY_LISTEN_URL: listenUrl })))
    expect(text).not.toContain('secret')
    expect(text).toContain('postgres://relay:***@db.internal/relay?sslmode=require')
  })

  it('is documented in the README, setting by setting', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    for (const [name, { about }] of Object.entries(settings)) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${toVariable(name as keyof RelayConfig)}\` `))
      expect(row, name).toContain(about)
    }
  })
})
