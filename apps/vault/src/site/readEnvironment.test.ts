import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from './readEnvironment.js'

let folder: string
let files: { projects: string; networks: string; clock: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-site-'))
  files = {
    projects: join(folder, 'projects.json'),
    networks: join(folder, 'networks.json'),
    clock: join(folder, 'clock'),
  }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const accounts = { bundlers: ['https://bundler.example'], paymaster: 'https://paymaster.example/8453' }
  const rpcUrls = { default: { http: ['https://node.example'] } }
  await writeFile(files.projects, '{"demo":{"name":"Demo","origins":["https://app.example"]}}')
  await writeFile(
    files.networks,
    JSON.stringify([
      { id: 1, name: 'Ethereum', nativeCurrency, rpcUrls, blockExplorers: {} },
      { id: 8453, name: 'Base', nativeCurrency, rpcUrls, ...accounts },
      { id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', chainNamespace: 'solana', name: 'Solana', nativeCurrency, rpcUrls },
      { id: '000000000019d6689c085ae165831e93', chainNamespace: 'bip122', name: 'Bitcoin', nativeCurrency, rpcUrls },
    ]),
  )
  await writeFile(files.clock, '60000')
})
afterAll(() => rm(folder, { recursive: true }))

const good = (): Record<string, string> => ({
  VAULT_PROJECTS_FILE: files.projects,
  VAULT_NETWORKS_FILE: files.networks,
  CUSTODY: '/run/custody.sock',
})

test('reads the variables that are set, and uses defaults for the others', async () => {
  const options = await readEnvironment({
    ...good(),
    CUSTODY: '/run/custody.sock, http://127.0.0.1:4179',
    PORT: '4200',
    HOST: ' ',
    PUBLIC_URL: 'https://vault.example',
    TRUST_PROXY: '1',
    CLOCK_FILE: files.clock,
  })
  expect(options).toMatchObject({
    custody: ['/run/custody.sock', 'http://127.0.0.1:4179'],
    port: 4_200,
    host: '127.0.0.1',
    publicUrl: 'https://vault.example',
    trustsProxy: true,
  })
  expect(options.projects?.get('demo')).toEqual({ name: 'Demo', origins: ['https://app.example'] })
  expect(options.networks).toEqual([
    { caipNetworkId: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18, rpcUrls: ['https://node.example'] },
    {
      caipNetworkId: 'eip155:8453',
      name: 'Base',
      symbol: 'ETH',
      decimals: 18,
      rpcUrls: ['https://node.example'],
      bundlers: ['https://bundler.example'],
      paymaster: 'https://paymaster.example/8453',
    },
    {
      caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      name: 'Solana',
      symbol: 'ETH',
      decimals: 18,
      rpcUrls: ['https://node.example'],
    },
    {
      caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
      name: 'Bitcoin',
      symbol: 'ETH',
      decimals: 18,
      rpcUrls: ['https://node.example'],
    },
  ])
  expect(Math.abs((options.now?.() ?? 0) - Date.now() - 60_000)).toBeLessThan(5_000)
})

test.each<[string, Record<string, string>, string]>([
  ['missing networks', { VAULT_NETWORKS_FILE: '' }, 'VAULT_NETWORKS_FILE is not set.'],
  ['missing custody', { CUSTODY: ' ' }, 'CUSTODY is not set.'],
  ['a port that is a word', { PORT: 'http' }, 'PORT must be a port, not http.'],
  ['an invalid public URL', { PUBLIC_URL: 'vault.example' }, 'PUBLIC_URL must be a URL'],
  ['a proxy setting that is a word', { TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be one of 0, 1, not yes.'],
  ['a missing file of projects', { VAULT_PROJECTS_FILE: '/nowhere.json' }, '/nowhere.json is not a list of projects'],
])('error: rejects %s', async (_, bad, message) => {
  await expect(readEnvironment({ ...good(), ...bad })).rejects.toThrow(message)
})

test('error: lists all problems at once', async () => {
  const failure = await readEnvironment({ CUSTODY_TLS_KEY: '/nowhere.key', PORT: '70000' }).catch(
    (cause: unknown) => cause,
  )
  expect(failure).toMatchObject({
    problems: [
      'CUSTODY is not set.',
      'VAULT_NETWORKS_FILE is not set.',
      'PORT must be a port, not 70000.',
      expect.stringContaining('CUSTODY_TLS_CERT and CUSTODY_TLS_CA not set.'),
    ],
  })
})

test('error: rejects networks whose node URLs are not http or https', async () => {
  for (const http of ['file:///etc/passwd', 'node.example', '']) {
    const file = join(folder, 'bad.json')
    const network = {
      id: 1,
      name: 'x',
      nativeCurrency: { symbol: 'X', decimals: 1 },
      rpcUrls: { default: { http: [http] } },
    }
    await writeFile(file, JSON.stringify([network]))
    await expect(readEnvironment({ ...good(), VAULT_NETWORKS_FILE: file })).rejects.toThrow('is not a list of networks')
  }
})
