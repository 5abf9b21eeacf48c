import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { packageRoot } from '../node/packageRoot.js'

export type Alert = {
  readonly name: string
  readonly expression: string
  readonly severity: string
  /** Heading in docs/monitoring.md of the instructions for this alert. */
  readonly runbook: string
}

export type Panel = {
  readonly title: string
  readonly unit: string | undefined
  readonly description: string | undefined
  readonly expressions: readonly string[]
}

export type Dashboard = {
  readonly file: string
  readonly uid: string
  readonly title: string
  readonly panels: readonly Panel[]
  /** Queries of its variables. */
  readonly variables: readonly string[]
}

/** The alert rules and dashboards that an operator deploys. */
export type Monitoring = {
  readonly folder: string
  readonly alerts: readonly Alert[]
  readonly dashboards: readonly Dashboard[]
}

type RuleFile = {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly labels: { readonly severity: string }
      readonly annotations: { readonly summary: string; readonly runbook: string }
    }[]
  }[]
}

type DashboardFile = Pick<Dashboard, 'uid' | 'title'> & {
  readonly templating: { readonly list: readonly { readonly query: string }[] }
  readonly panels: readonly {
    readonly title: string
    readonly description?: string
    readonly fieldConfig: { readonly defaults: { readonly unit?: string } }
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

/** Reads the alerts and dashboards of deploy/monitoring. */
export function readMonitoring(): Monitoring {
  const folder = join(packageRoot(), '../../deploy/monitoring')
  const list = (name: string, end: string): readonly string[] =>
    readdirSync(join(folder, name)).flatMap((file) => (file.endsWith(end) ? [join(folder, name, file)] : []))
  const files = list('alerts', '.yml').map((file) => parse(readFileSync(file, 'utf8')) as RuleFile)
  return {
    folder,
    alerts: files.flatMap(({ groups }) =>
      groups.flatMap(({ rules }) =>
        rules.map(({ alert, expr, labels, annotations }) => ({
          ...{ name: alert, expression: expr, severity: labels.severity, runbook: annotations.runbook },
        })),
      ),
    ),
    dashboards: list('grafana/dashboards', '.json').map((file) => {
      const { uid, title, panels, templating } = JSON.parse(readFileSync(file, 'utf8')) as DashboardFile
      return {
        ...{ file, uid, title, variables: templating.list.map(({ query }) => query) },
        panels: panels.map((panel) => ({
          title: panel.title,
          unit: panel.fieldConfig.defaults.unit,
          description: panel.description,
          expressions: panel.targets.map(({ expr }) => expr),
        })),
      }
    }),
  }
}

export type Matcher = { readonly label: string; readonly operator: string; readonly value: string }

/** A metric as an expression names it, with the labels that it uses. */
export type Selector = { readonly name: string; readonly matchers: readonly Matcher[] }

export type Expression = {
  readonly selectors: readonly Selector[]
  /** Labels that aggregations keep. */
  readonly grouping: readonly string[]
}

/** Parses an expression of an alert or a panel. Throws for invalid PromQL. */
export function parseExpression(expression: string): Expression {
  const source = expression.replaceAll('$__rate_interval', '1m')
  const selectors: { name: string; matchers: Matcher[] }[] = []
  const grouping: string[] = []
  const isIn = (name: string, node: { readonly parent: { readonly name: string } | null }): boolean =>
    node.parent?.name === name
  parser.parse(source).iterate({
    enter: ({ name, from, to, node }) => {
      const text = source.slice(from, to)
      if (name === '⚠') throw new Error(`Invalid PromQL at ${from}: ${expression}`)
      if (name === 'VectorSelector') selectors.push({ name: '', matchers: [] })
      const last = selectors.at(-1)
      if (name === 'Identifier' && last && isIn('VectorSelector', node)) last.name = text
      if (name === 'LabelName' && isIn('GroupingLabels', node)) grouping.push(text)
      if (name !== 'UnquotedLabelMatcher' || !last) return
      const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(text) ?? []
      last.matchers.push({ label, operator, value })
    },
  })
  return { selectors, grouping }
}

export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Parses Prometheus' text format. */
export function parseMetrics(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', escaped = '']) => {
      return [key, escaped.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))]
    })
    return [{ name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) }]
  })
}

/** Labels that Prometheus adds. */
const ownLabels: readonly string[] = ['job', 'instance', 'le']

function matches({ operator, value }: Pick<Matcher, 'operator' | 'value'>, text: string): boolean {
  return operator === '=~' ? new RegExp(`^(?:${value})$`).test(text) : text === value
}

/**
 * Lists metrics, labels and label values that alerts and dashboards use, but services don't report. Expressions for jobs
 * that are not among `reported` are left out.
 * @param reported the metrics of each job, as text
 */
export function findUnknownMetrics(
  expressions: readonly string[],
  reported: Readonly<Record<string, string>>,
): readonly string[] {
  const samples = Object.entries(reported).flatMap(([job, text]) =>
    parseMetrics(text).map((sample) => ({ ...sample, labels: { ...sample.labels, job } as Sample['labels'] })),
  )
  return expressions.flatMap((expression) => {
    const { selectors, grouping } = parseExpression(expression)
    const unknown = selectors.flatMap(({ name, matchers }) => {
      const own = matchers.find(({ label, operator }) => label === 'job' && operator.startsWith('='))
      const isForOthers = own !== undefined && !Object.keys(reported).some((job) => matches(own, job))
      if (name === 'up' || isForOthers) return []
      let found = samples.filter((sample) => sample.name === name)
      if (found.length === 0) return [`${name} is not reported`]
      return matchers.flatMap(({ label, operator, value }) => {
        if (label === 'instance') return []
        if (!found.some(({ labels }) => label in labels)) return [`${name} has no label ${label}`]
        if (operator.startsWith('!')) return []
        found = found.filter(({ labels }) => matches({ operator, value }, labels[label] ?? ''))
        return found.length === 0 ? [`${name} has no ${label}${operator}"${value}"`] : []
      })
    })
    const names = selectors.map(({ name }) => name)
    const labels = new Set(
      samples.filter(({ name }) => names.includes(name)).flatMap((sample) => Object.keys(sample.labels)),
    )
    const missing = grouping.filter((label) => labels.size > 0 && !ownLabels.includes(label) && !labels.has(label))
    const problems = [...unknown, ...missing.map((label) => `${names.join(', ')}: no label ${label}`)]
    return problems.map((problem) => `${problem}: ${expression.trim()}`)
  })
}
