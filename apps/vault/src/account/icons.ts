import { h } from '../frame/approval/h.js'
import type { ProviderLook } from '../protocol/login.js'

/** Icons on a grid of 24, in the text color, as shapes or lines: those of the modal, which this page doesn't load. */
const icons = {
  email: { d: 'M4 6h16v12H4zM4 7l8 6 8-6', isLine: true },
  // a person, and a key
  passkey: {
    d: 'M9.5 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3.5 19.5v-1a5 5 0 0 1 5-5h2.2M17.5 10.5a3 3 0 0 0-1.3 5.7v4l1.3 1.3 1.8-1.6-1-1.2 1-1.2-1-1.3a3 3 0 0 0-.8-5.7z',
    isLine: true,
  },
  copy: { d: 'M9 9h10v10H9zM5 15V5h10', isLine: true },
  done: { d: 'M5 12.5l4.5 4.5L19 7.5', isLine: true },
  bell: { d: 'M6.5 16.5h11l-1.3-2.2V10a4.2 4.2 0 0 0-8.4 0v4.3zM10.3 19h3.4', isLine: true },
  browser: {
    d: 'M6 5.5h12A1.5 1.5 0 0 1 19.5 7v10a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 17V7A1.5 1.5 0 0 1 6 5.5zM4.5 9.5h15M7.3 7.5h.1M9.6 7.5h.1',
    isLine: true,
  },
  freeze: { d: 'M12 4v16M5.1 8l13.8 8M18.9 8 5.1 16M9.8 5.3 12 7.3l2.2-2M9.8 18.7l2.2-2 2.2 2', isLine: true },
  gauge: { d: 'M5.5 17.5a8 8 0 1 1 13 0M12 13l3.3-4M12 13.1v-.1', isLine: true },
  import: { d: 'M12 5v10.5M7.5 11.5 12 16l4.5-4.5M6 19h12', isLine: true },
  key: { d: 'M14.5 4.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM10.8 13.2 5 19M7.5 16.5l2 2', isLine: true },
  person: {
    d: 'M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM5.5 19.5v-.7a5 5 0 0 1 5-5h3a5 5 0 0 1 5 5v.7',
    isLine: true,
  },
  phone: {
    d: 'M8.5 4.5h7A1.5 1.5 0 0 1 17 6v12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 18V6a1.5 1.5 0 0 1 1.5-1.5zM11 16.8h2',
    isLine: true,
  },
  print: {
    d: 'M8 9V5h8v4M8 15.5H6A1.5 1.5 0 0 1 4.5 14v-3.5A1.5 1.5 0 0 1 6 9h12a1.5 1.5 0 0 1 1.5 1.5V14a1.5 1.5 0 0 1-1.5 1.5h-2M8 13.5h8V19H8z',
    isLine: true,
  },
  seal: {
    d: 'M7 11h10a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 17 19H7a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 7 11zM8.5 11V8.5a3.5 3.5 0 0 1 7 0V11M12 14.3v1.4',
    isLine: true,
  },
  shield: {
    d: 'M12 4.5 18.5 7v4.7c0 3.6-2.6 6.3-6.5 7.8-3.9-1.5-6.5-4.2-6.5-7.8V7zM9.2 12.1l2 2 3.7-4',
    isLine: true,
  },
  wallet: {
    d: 'M5.5 8.5h12A1.5 1.5 0 0 1 19 10v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17V7.5A2 2 0 0 1 7 5.5h9M15.5 13.5h.1',
    isLine: true,
  },
  words: { d: 'M5 7h6M13.5 7H19M5 12h3.5M11 12h8M5 17h7M14.5 17H19', isLine: true },
  google: { d: 'M17.6 7A7.5 7.5 0 1 0 19.5 12H12.4', isLine: true },
  x: { d: 'M5 4.8h3.4L19 19.2h-3.4zM18.2 4.8l-5.6 6.3M11.2 12.7l-5.7 6.5', isLine: true },
  farcaster: {
    d: 'M6.2 4.5h11.6v2.2H20v2h-1v9.4h.9v1.4h-4.7v-1.4h.9v-4.2a4.1 4.1 0 0 0-8.2 0v4.2h.9v1.4H4.1v-1.4H5V8.7H4v-2h2.2z',
  },
  discord: {
    d: 'M8.6 5.4c-1.5.3-2.8.7-4 1.4C2.8 9.8 2.1 13 2.4 16.3c1.4 1.1 3 1.9 4.7 2.3l1.1-1.9c2.5.8 5.1.8 7.6 0l1.1 1.9c1.7-.4 3.3-1.2 4.7-2.3.3-3.3-.4-6.5-2.2-9.5-1.2-.7-2.5-1.1-4-1.4l-.7 1.4a12.6 12.6 0 0 0-5.4 0zM9 10.5a1.7 1.9 0 1 0 0 3.8 1.7 1.9 0 0 0 0-3.8zM15 10.5a1.7 1.9 0 1 0 0 3.8 1.7 1.9 0 0 0 0-3.8z',
  },
  apple: {
    d: 'M12 8c1.1-.6 2.2-1 3.3-.9 1.4.1 2.5.7 3.3 1.7-1.5 1-2.2 2.2-2.1 3.7.1 1.6 1 2.9 2.6 3.5-.8 2.4-2.3 4.5-4 4.5-1.1 0-1.8-.7-3.1-.7s-2 .7-3.1.7c-2.1 0-4.6-4-4.6-7.7 0-3.5 2.1-5.7 4.6-5.7 1.2 0 2.2.4 3.1.9zM12.2 6c-.1-2 1.2-3.4 3.1-3.8.2 2.1-1.2 3.6-3.1 3.8z',
  },
  github: {
    d: 'M12 4.6c-1.1 0-2.2.1-3.2.4-1.2-.9-2.4-1.2-3.1-1.2-.5 1.2-.4 2.4-.2 3.1a6 6 0 0 0-1.5 4c0 3.9 2.5 5.2 5.2 5.6-.5.6-.8 1.3-.8 2.1v1.9h7.2v-1.9c0-.8-.3-1.5-.8-2.1 2.7-.4 5.2-1.7 5.2-5.6a6 6 0 0 0-1.5-4c.2-.7.3-1.9-.2-3.1-.7 0-1.9.3-3.1 1.2-1-.3-2.1-.4-3.2-.4zM8.4 18.6c-2 .5-3-.5-3.7-1.7',
    isLine: true,
  },
  facebook: {
    d: 'M13.6 20.5v-7.1h2.5l.5-3.1h-3V8.5c0-1 .5-1.6 1.8-1.6h1.3V4.2c-.5-.1-1.2-.2-2-.2-2.5 0-4.1 1.5-4.1 4.2v2.1H8v3.1h2.6v7.1z',
  },
} as const satisfies Readonly<Record<string, { readonly d: string; readonly isLine?: true }>>

export type IconName = keyof typeof icons

/** The icon of a login provider: one of ours, else the operator's, else the first letter of its name. */
export function createProviderIcon(provider: string, { name, icon }: ProviderLook): Element {
  if (Object.hasOwn(icons, provider)) return createIcon(provider as IconName)
  if (icon === undefined) return h('span', { class: 'mark', 'aria-hidden': 'true' }, [...name][0]?.toUpperCase() ?? '')
  const image = h('img', { class: 'mark' })
  return Object.assign(image, { src: icon, alt: '', width: 20, height: 20 })
}

export function createIcon(name: IconName): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const { d, isLine = false } = icons[name] as { readonly d: string; readonly isLine?: true }
  const icon = document.createElementNS(space, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  if (isLine) icon.setAttribute('data-line', '')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', d)
  icon.append(path)
  return icon
}
