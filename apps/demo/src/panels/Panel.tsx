import { type ReactElement, type ReactNode, useId } from 'react'

export type PanelProps = { readonly title: string; readonly wide?: boolean | undefined; readonly children: ReactNode }

export function Panel({ title, wide, children }: PanelProps): ReactElement {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id} data-wide={wide || undefined}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
