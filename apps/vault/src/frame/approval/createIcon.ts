/** Lines on a grid of 24, drawn for this project. */
const paths = {
  warn: 'M12 4 3 20h18L12 4Zm0 6v4.5m0 2.5v.01',
  site: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3Z',
  open: 'M13 5h6v6m0-6-9 9M10 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3',
  down: 'M12 5v14m-6-6 6 6 6-6',
  note: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5m0-8v.01',
} as const

export type IconName = keyof typeof paths

export function createIcon(name: IconName): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(space, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', paths[name])
  icon.append(path)
  return icon
}
