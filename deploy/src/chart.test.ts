import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { run } from '../../scripts/lib/run.mjs'
import { provideCommands } from './test/podman.js'
import { findProblems } from './test/programs.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const folder = new URL('../helm/', import.meta.url).pathname
/** The manifests rendered with the example's values; the long test writes them with `-u`. */
const rendered = join(folder, 'example/manifests.generated.yaml')

type Values = { readonly [name: string]: unknown }
type Manifest = { readonly kind: string; readonly metadata: { readonly name: string }; readonly spec: Values }

const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

/** The example over the defaults, as Helm merges them. */
async function readValues(): Promise<Values> {
  const merge = (one: unknown, other: unknown): unknown => {
    if (!isObject(one) || !isObject(other)) return other === undefined ? one : other
    return Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [name, merge(one[name], other[name])]),
    )
  }
  return merge(parse(await read('latchkey/values.yaml')), parse(await read('example/values.yaml'))) as Values
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function listChart(): Promise<readonly string[]> {
  const templates = (await readdir(join(folder, 'latchkey/templates')))
    .sort()
    .map((name) => `latchkey/templates/${name}`)
  return ['latchkey/Chart.yaml', 'latchkey/values.yaml', ...templates, 'example/values.yaml']
}

async function hashChart(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of await listChart()) hash.update(await read(path))
  return hash.digest('hex')
}

async function readManifests(): Promise<readonly Manifest[]> {
  const documents = parseAllDocuments(await readFile(rendered, 'utf8')).map((one) => one.toJS() as Manifest | null)
  return documents.filter((one) => one !== null)
}

describe('the values of the chart', () => {
  test('have a schema that accepts the example and reports missing and invalid values', async () => {
    const validate = new Ajv({ allErrors: true }).compile(
      JSON.parse(await read('latchkey/values.schema.json')) as object,
    )
    const values = await readValues()
    expect([validate(values), validate.errors]).toEqual([true, null])
    const problemsOf = (changed: unknown): readonly string[] => {
      validate(changed)
      return (validate.errors ?? []).map(({ instancePath }) => instancePath)
    }
    expect(problemsOf(parse(await read('latchkey/values.yaml')))).toEqual(
      expect.arrayContaining([
        '/image/registry',
        '/hosts/gateway',
        '/hosts/site',
        '/hosts/relay',
        '/custody/mailFrom',
        '/networkPolicy/database/to',
      ]),
    )
    // the console and the relay need a host only if they are enabled
    const off = { ...(values['hosts'] as Values), relay: '', console: '' }
    expect(problemsOf({ ...values, hosts: off })).toEqual(expect.arrayContaining(['/hosts/relay', '/hosts/console']))
    const [relay, console] = [{ enabled: false }, { enabled: false }]
    expect(problemsOf({ ...values, hosts: off, relay, console })).toEqual([])
    expect(
      problemsOf({ ...values, hosts: { ...off, gateway: 'https://gateway.example.org', site: 'x' }, relay, console }),
    ).toEqual(['/hosts/gateway', '/hosts/site'])
    expect(problemsOf({ ...values, gatway: {} })).toEqual([''])
    expect(problemsOf({ ...values, gateway: { replicas: 1, env: { 'lower-case': 'x' } } })).toContain(
      '/gateway/replicas',
    )
  })
})

describe('the rendered manifests', () => {
  test('are up to date with the chart', async () => {
    expect((await readFile(rendered, 'utf8')).split('\n')[0]).toBe(`# of the chart with the hash ${await hashChart()}`)
  })

  test('run every container as non-root, read-only, without capabilities and with a memory limit', async () => {
    const pods = (await readManifests()).filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind))
    expect(pods).toHaveLength(9)
    for (const { spec } of pods) {
      const pod = (spec['template'] as { spec: Values }).spec
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 65_532 },
      })
      const containers = [
        ...((pod['initContainers'] as Values[] | undefined) ?? []),
        ...(pod['containers'] as Values[]),
      ]
      for (const container of containers) {
        expect(container['securityContext']).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container['resources']).toMatchObject({ limits: { memory: expect.any(String) as string } })
        expect(container['image']).toMatch(/^registry\.example\.org\/latchkey\/\w+:1\.0\.0$/)
      }
    }
  })

  test('give each program a valid environment', async () => {
    for (const { kind, metadata, spec } of await readManifests()) {
      if (kind !== 'Deployment' && kind !== 'StatefulSet') continue
      const pod = (
        spec['template'] as { spec: { containers: { name: string; env: { name: string; value: string }[] }[] } }
      ).spec
      for (const { name, env } of pod.containers) {
        const environment = Object.fromEntries(env.map((one) => [one.name, one.value]))
        expect({ name, problems: await findProblems(name, environment) }).toEqual({ name, problems: [] })
      }
      expect(metadata.name).toMatch(/^latchkey-/)
    }
  })

  test('admit only sites, the console and monitoring to custody, each on its own port, and deny all else by default', async () => {
    const policies = (await readManifests()).filter(({ kind }) => kind === 'NetworkPolicy')
    const of = (name: string): Values => policies.find(({ metadata }) => metadata.name === name)?.spec ?? {}
    expect(of('latchkey-deny')).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
    expect(of('latchkey-deny')).not.toHaveProperty('ingress')
    const component = (name: string): object => ({
      'app.kubernetes.io/name': 'latchkey',
      'app.kubernetes.io/instance': 'latchkey',
      'app.kubernetes.io/component': name,
    })
    expect(of('latchkey-custody')['ingress']).toEqual([
      { from: [{ podSelector: { matchLabels: component('site') } }], ports: [{ port: 'sites' }] },
      { from: [{ podSelector: { matchLabels: component('console') } }], ports: [{ port: 'operators' }] },
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        ports: [{ port: 'metrics' }],
      },
    ])
    const budgets = (await readManifests()).filter(({ kind }) => kind === 'PodDisruptionBudget')
    expect(budgets.map(({ spec }) => spec['maxUnavailable'])).toEqual([1, 1, 1, 1])
  })

  test('let Prometheus read the metrics of every program that exports them', async () => {
    const manifests = await readManifests()
    const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }]
    for (const name of ['latchkey-gateway', 'latchkey-site', 'latchkey-custody', 'latchkey-relay']) {
      const policy = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)
      expect(policy?.spec['ingress'], name).toContainEqual({ from, ports: [{ port: 'metrics' }] })
      const pods = manifests.flatMap(({ kind, metadata, spec }) =>
        /^(?:Deployment|StatefulSet)$/.test(kind) && metadata.name === name ? [spec['template']] : [],
      ) as { spec: { containers: { ports: { name: string; containerPort: number }[]; env: Values[] }[] } }[]
      const [{ ports, env } = { ports: [], env: [] }] = pods[0]?.spec.containers ?? []
      const port = ports.find((one) => one.name === 'metrics')?.containerPort
      expect(env, name).toContainEqual({ name: expect.stringMatching(/METRICS_PORT$/) as string, value: String(port) })
    }
  })
})

// rendered with Go's templates and sprig, as Helm does; Helm itself is not packaged for Debian
test.runIf(isLong)('the templates render to the manifests', async ({ skip }) => {
  const obstacle = await provideCommands({ go: 'golang-go' })
  skip(obstacle !== undefined, obstacle)
  const sprig = await run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', 'golang-github-masterminds-sprig-dev'],
    { capture: true },
  )
  skip(sprig.code !== 0, `sprig can't be installed: ${sprig.output.slice(-200)}`)
  const cache = await mkdtemp(join(tmpdir(), 'latchkey-go-'))
  const chart = parse(await read('latchkey/Chart.yaml')) as Record<string, string>
  const input = {
    chart: { Name: chart['name'], Version: chart['version'], AppVersion: chart['appVersion'] },
    values: await readValues(),
    release: { Name: 'latchkey', Namespace: 'latchkey', Service: 'Helm' },
  }
  const templates = (await listChart()).filter((path) => path.includes('/templates/')).map((path) => join(folder, path))
  const program = new URL('test/renderChart.go', import.meta.url).pathname
  const command = `printf %s "$INPUT" | go run ${program} ${templates.join(' ')}`
  const env = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: cache, INPUT: JSON.stringify(input) }
  const { code, output } = await run('sh', ['-c', command], { capture: true, env })
  await rm(cache, { recursive: true, force: true })
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
  await expect(`# of the chart with the hash ${await hashChart()}\n${output}`).toMatchFileSnapshot(rendered)
})
