import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findUnknownMetrics, parseExpression, parseMetrics, readMonitoring } from './monitoring.js'

const { folder, alerts, dashboards } = readMonitoring()
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

describe('the alerts', () => {
  test('have unique names, a severity, and a runbook heading in the monitoring guide', () => {
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length)
    const guide = readFileSync(join(folder, '../../docs/monitoring.md'), 'utf8')
    const headings = [...guide.matchAll(/^#{2,4} (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
    for (const { name, severity, runbook } of alerts) {
      expect(['info', 'warning', 'critical']).toContain(severity)
      const [file, heading] = runbook.split('#')
      expect([file, headings.includes(heading ?? '')], name).toEqual(['docs/monitoring.md', true])
    }
  })

  test('cover every program with ServiceDown and FileDescriptors', () => {
    const listJobs = (expression: string): readonly string[] => {
      const [selector] = parseExpression(expression).selectors
      return selector?.matchers.find(({ label }) => label === 'job')?.value.split('|') ?? []
    }
    const jobs = [...new Set(alerts.flatMap(({ expression }) => listJobs(expression)))].sort()
    expect(jobs).toEqual(['custody', 'gateway', 'holder', 'relay', 'site'])
    for (const name of ['ServiceDown', 'FileDescriptors']) {
      const expression = alerts.find((alert) => alert.name === name)?.expression ?? ''
      expect([...listJobs(expression)].sort(), name).toEqual(jobs)
    }
  })

  test.skipIf(!hasPromtool)('are accepted by promtool, and so is the Prometheus configuration', () => {
    const rules = readdirSync(join(folder, 'alerts')).map((file) => join(folder, 'alerts', file))
    for (const words of [
      ['check', 'rules', ...rules],
      ['check', 'config', join(folder, 'prometheus.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' })
      expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
    }
  })
})

describe('the dashboards', () => {
  test('have the expected IDs, and each panel has a unique title, a unit, a description and valid queries', () => {
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual([
      ...['latchkey-custody', 'latchkey-gateway', 'latchkey-relay', 'latchkey-site'],
    ])
    for (const { file, title, panels } of dashboards) {
      expect(title, file).toMatch(/^Latchkey: ./)
      expect(new Set(panels.map((panel) => panel.title)).size, file).toBe(panels.length)
      for (const panel of panels) {
        expect(panel.unit, `${file}: ${panel.title}`).toMatch(/^\w+$/)
        expect(panel.description, `${file}: ${panel.title}`).toMatch(/^.{10,}\.$/)
        expect(panel.expressions.length, `${file}: ${panel.title}`).toBeGreaterThan(0)
        for (const expression of panel.expressions) expect(parseExpression(expression).selectors).not.toEqual([])
      }
    }
  })
})

describe('the check of metric names', () => {
  const reported = { kit: 'kit_events_total{kind="a"} 1\nkit_depth 2\n' }

  test.each([
    ['rate(kit_events_total{job="kit", kind="a"}[5m])', []],
    ['sum by (job, kind) (kit_events_total{kind=~"a|b", kind!="c"})', []],
    ['other_total{job="other"}', []],
    ['kit_events{job="kit"}', ['kit_events is not reported']],
    ['kit_events_total{sort="a"}', ['kit_events_total has no label sort']],
    ['kit_events_total{kind="b"}', ['kit_events_total has no kind="b"']],
    ['kit_events_total{kind=~"b.*"}', ['kit_events_total has no kind=~"b.*"']],
    ['sum by (sort) (kit_depth)', ['kit_depth: no label sort']],
  ])('reports for %s: %j', (expression, problems) => {
    expect(findUnknownMetrics([expression], reported)).toEqual(problems.map((problem) => `${problem}: ${expression}`))
  })

  test('error: rejects invalid PromQL', () => {
    expect(() => parseExpression('sum by (job (kit_depth)')).toThrow('Invalid PromQL')
  })

  test('parses escaped label values', () => {
    expect(parseMetrics('# TYPE a gauge\na{b="x\\"\\\\\\n",c="d"} 1.5\na 2\n')).toEqual([
      { name: 'a', labels: { b: 'x"\\\n', c: 'd' }, value: 1.5 },
      { name: 'a', labels: {}, value: 2 },
    ])
  })
})
