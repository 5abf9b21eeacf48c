import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entries, findEntry, sections } from './entries.js'

/** The views of the modal, from the list in its router. */
const router = readFileSync(
  new URL('../../../../packages/ui-react/src/router/viewFeatures.ts', import.meta.url),
  'utf8',
)
const views = [...(/viewFeatures = \{(.*?)\} as const/s.exec(router)?.[1] ?? '').matchAll(/^ {2}(\w+): /gm)].map(
  ([, name = '']) => name,
)

test('every view of the modal is in the gallery, and in one section of its overview', () => {
  expect(views.length).toBeGreaterThan(40)
  expect(Object.keys(entries).sort()).toEqual([...views].sort())
  expect(Object.values(sections).flat().sort()).toEqual([...views].sort())
})

test('an entry is found by its path, and its id is unique in its view and usable as a file name', () => {
  for (const [view, states] of Object.entries(entries)) {
    expect(new Set(states.map(({ id }) => id)).size, view).toBe(states.length)
    for (const entry of states) {
      expect(entry.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(findEntry(`${view}/${entry.id}`)).toBe(entry)
    }
  }
  expect(findEntry('Connect/none')).toBeUndefined()
  expect(findEntry('toString/empty')).toBeUndefined()
})
