import { expect, test } from 'vitest'
import { findLayoutErrors, findLayoutWarnings, formatLayout, measureLayout } from './measureLayout.mjs'

/** @param {Record<string, string>} texts by path below `packages/made-up/src` */
const measure = (texts) =>
  measureLayout(Object.entries(texts).map(([path, text]) => ({ path: `packages/made-up/src/${path}`, text })))

test('counts files and lines, without tests, fixtures, generated files and translations', () => {
  const { packages } = measure({
    'exports/index.ts': "export { a } from '../a.js'\n",
    'index.ts': 'a\n'.repeat(3),
    'a.ts': 'a\n'.repeat(15),
    'view/B.tsx': 'b\n'.repeat(16),
    'view/long.ts': 'c\n'.repeat(100),
    'view/B.test.tsx': 'b\n'.repeat(900),
    'testing/start.ts': 'b\n'.repeat(900),
    'list.generated.ts': 'b\n'.repeat(900),
    'window.d.ts': 'b\n'.repeat(900),
    'i18n/locales/de.ts': 'b\n'.repeat(900),
  })
  expect(packages).toEqual([
    { name: 'packages/made-up', files: 5, lines: 135, median: 15, p90: 100, max: 100, tiny: 1, cycles: [] },
  ])
})

test('names the folders of a cycle, a shortest path around it, and the imports on that path', () => {
  const layout = measure({
    'connect/connect.ts': "import { a, type B } from '../network/network.js'\n",
    'connect/show.ts': "export * from '../view/view.js'\n",
    'network/network.ts': "import {\n  one,\n} from '../view/view.js'\n",
    'view/view.ts': "import { connect as start } from '../connect/connect.js'\n",
    'utils/text.ts': "import { view } from '../view/view.js'\n",
  })
  expect(layout.packages[0]?.cycles).toEqual([
    {
      folders: ['connect', 'network', 'view'],
      edges: [
        {
          from: 'connect',
          to: 'view',
          imports: ['packages/made-up/src/connect/show.ts imports ../view/view.js'],
        },
        {
          from: 'view',
          to: 'connect',
          imports: ['packages/made-up/src/view/view.ts imports ../connect/connect.js'],
        },
      ],
    },
  ])
  const [error] = findLayoutErrors(layout)
  expect(error).toContain('3 folders import each other in a cycle: connect, network, view.')
  expect(error).toContain('  view → connect\n    packages/made-up/src/view/view.ts imports ../connect/connect.js')
  expect(formatLayout(layout)).toMatch(/folder cycle\npackages\/made-up .* 3 folders$/)
})

test('finds cycles between the folders in controllers, features, custody and views', () => {
  const { packages } = measure({
    'controllers/send/send.ts': "import { pay } from '../pay/pay.js'\n",
    'controllers/pay/pay.ts': "import { send } from '../send/send.js'\n",
  })
  expect(packages[0]?.cycles[0]?.folders).toEqual(['controllers/pay', 'controllers/send'])
})

test('allows imports in one direction, of types, within a folder, and to and from files directly in src', () => {
  const layout = measure({
    'exports/index.ts': "export { connect } from '../connect/connect.js'\n",
    'modal.ts': "import { connect } from './connect/connect.js'\n",
    'connect/connect.ts':
      "import { modal } from '../modal.js'\nimport { list } from './list.js'\nimport { view } from '../view/view.js'\n",
    'connect/list.ts': "import { connect } from './connect.js'\n",
    'view/view.ts':
      "import type { Connect } from '../connect/connect.js'\nexport type { List } from '../connect/list.js'\n",
    'view/load.ts': "const load = () => import('../connect/connect.js')\n",
  })
  expect(layout.packages[0]?.cycles).toEqual([])
  expect(findLayoutErrors(layout)).toEqual([])
  expect(formatLayout(layout)).toMatch(/ –$/)
})

test('finds files that exist only for a bundler, by their names', () => {
  const paths = [
    ...['send/later.ts', 'send/loadLater.ts', 'send/furtherLoaders.ts', 'router/findArea.ts'],
    ...['router/areas/send.ts', 'send/sendVerbs.ts', 'send/sendVerb.ts', 'swap/loadSwapParts.ts'],
  ]
  const layout = measure(Object.fromEntries([...paths, 'send/send.ts', 'send/later.test.ts'].map((path) => [path, ''])))
  expect(layout.bundlerOnly).toEqual(paths.map((path) => `packages/made-up/src/${path}`))
  expect(findLayoutErrors(layout)).toHaveLength(paths.length)
  expect(measureLayout([{ path: 'scripts/lib/joinGroups.mjs', text: '' }]).bundlerOnly).toHaveLength(1)
})

test('warns of too many, too small and too long files, without an error', () => {
  const layout = measureLayout([
    ...Array.from({ length: 221 }, (_, index) => ({ path: `packages/core/src/a/${index}.ts`, text: 'a\n' })),
    { path: 'packages/ui-react/src/a/long.ts', text: 'a\n'.repeat(451) },
  ])
  expect(findLayoutErrors(layout)).toEqual([])
  expect(findLayoutWarnings(layout)).toEqual([
    'packages/core has 221 files (at most 220)',
    'packages/core has a median of 1 lines (at least 50)',
    'packages/core and packages/ui-react have 221 files of at most 15 lines (at most 50)',
    'packages/ui-react/src/a/long.ts has 451 lines (at most 450)',
  ])
})
