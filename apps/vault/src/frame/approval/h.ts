type Child = Node | string | null | undefined | false

type Properties = {
  readonly class?: string | undefined
  readonly [attribute: `${'aria' | 'data'}-${string}`]: string | undefined
} & {
  readonly [attribute in 'dir' | 'id' | 'role' | 'tabindex' | 'type' | 'title' | 'viewBox' | 'd']?: string | undefined
}

/** Creates an element with attributes and children. Strings become text nodes, never markup. */
export function h<tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false))
  return element
}
