import { createTestContext, createTestPage } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { toMetadata } from './toMetadata.js'

const page = Object.assign(createTestPage(), { location: { origin: 'https://shop.example', host: 'shop.example' } })
const { env } = createTestContext({ page })

test('an app is called as it was told', () => {
  const metadata = { name: 'Shop', description: 'Sells', url: 'https://a.example', icons: ['https://a.example/i.png'] }
  expect(toMetadata(env, metadata)).toEqual(metadata)
})

test('without a word, as its page says', () => {
  expect(toMetadata(env, undefined)).toEqual({
    name: 'shop.example',
    description: '',
    url: 'https://shop.example',
    icons: [],
  })
  Object.assign(page.document, { title: 'The shop' })
  expect(toMetadata(env, undefined).name).toBe('The shop')
})

test('where there is no page it has a name all the same', () => {
  expect(toMetadata(createTestContext({ page: null }).env, undefined)).toMatchObject({ name: 'Latchkey', url: '' })
})
