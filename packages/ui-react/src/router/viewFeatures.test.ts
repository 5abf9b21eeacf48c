import type { ViewName } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import type { Feature } from '../defineView.js'
import { allTexts } from '../testing/allTexts.js'
import { getFeatureSource, viewFeatures } from './viewFeatures.js'

// A view of core that is missing in the table does not compile, nor does one that core does not have.
const all: { readonly [name in ViewName]: string } = viewFeatures
const names: readonly ViewName[] = Object.keys(all) as (keyof typeof viewFeatures)[]

async function load(name: ViewName): Promise<Feature | undefined> {
  return (await getFeatureSource(name)?.load())?.feature
}

describe('viewFeatures', () => {
  it.each(names)('finds %s, in one feature with the other views that it lists', async (name) => {
    const feature = await load(name)
    const listed = feature?.views.map((view) => view.name) ?? []
    expect(listed).toContain(name)
    expect(new Set(listed).size).toBe(listed.length)
    for (const other of listed) expect(await load(other)).toBe(feature)
  })

  it('finds nothing for unknown names', async () => {
    expect(await load('NoView' as ViewName)).toBeUndefined()
    expect(await load('toString' as ViewName)).toBeUndefined()
  })

  it('has a text for the title of each view', async () => {
    for (const name of names) {
      const title = (await load(name))?.views.find((view) => view.name === name)?.title
      if (typeof title === 'string') expect(allTexts).toHaveProperty(title)
      else expect(title).toBeTypeOf('function')
    }
  })
})
