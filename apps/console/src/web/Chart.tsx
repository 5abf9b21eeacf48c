import type { ReactElement } from 'react'
import { toNumber } from './format.js'

export type Series = { readonly name: string; readonly values: readonly number[] }

type ChartProps = {
  readonly title: string
  /** Labels of the values, oldest first. */
  readonly days: readonly string[]
  /** At most three, in the colors of the look. */
  readonly series: readonly Series[]
}

/** In units of the drawing. */
const size = { width: 640, height: 160, gap: 3 } as const

/** Stacked bars per day, with the same numbers in a table for screen readers. */
export function Chart({ title, days, series }: ChartProps): ReactElement {
  const totals = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  const max = Math.max(1, ...totals)
  const step = size.width / Math.max(1, days.length)
  return (
    <figure className="chart">
      <figcaption>
        <b>{title}</b>
        <span className="legend">
          {series.map(({ name, values }, index) => (
            <span key={name} data-series={index}>
              {name} <b>{toNumber(values.reduce((sum, value) => sum + value, 0))}</b>
            </span>
          ))}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={title} preserveAspectRatio="none">
        <line x1="0" x2={size.width} y1={size.height - 0.5} y2={size.height - 0.5} className="axis" />
        {days.map((day, at) => {
          let top: number = size.height
          return (
            <g key={day}>
              {series.map(({ name, values }, index) => {
                const value = values[at] ?? 0
                const height = (value / max) * (size.height - 8)
                top -= height
                return (
                  <rect
                    key={name}
                    data-series={index}
                    x={at * step + size.gap / 2}
                    width={Math.max(1, step - size.gap)}
                    y={top}
                    height={height}
                  >
                    <title>{`${day}: ${toNumber(value)} ${name.toLowerCase()}`}</title>
                  </rect>
                )
              })}
            </g>
          )
        })}
      </svg>
      <div className="chart-foot muted">
        <span>{days[0]}</span>
        <span>highest: {toNumber(Math.max(0, ...totals))}</span>
        <span>{days.at(-1)}</span>
      </div>
      <details>
        <summary>Show as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, at) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                {series.map(({ name, values }) => (
                  <td key={name} className="number">
                    {toNumber(values[at] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
