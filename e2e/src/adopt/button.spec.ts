import { join } from 'node:path'
import { expect, test } from '../packed/packedTest.js'
import { succeed } from '../packed/succeed.js'

/** Containers that stretch or squeeze their children by default. */
const containers = {
  column: 'display: flex; flex-direction: column; width: 600px; height: 300px',
  row: 'display: flex; width: 600px; height: 300px',
  grid: 'display: grid; width: 600px; height: 300px',
  centered: 'display: flex; flex-direction: column; align-items: center; width: 600px',
}

test('a button keeps its size in flex columns, rows and grids @adopt', async ({ page, workshop }) => {
  const { file } = await workshop.pack('ui-react')
  await succeed('tar', ['-xzf', file, 'package/dist/styles.css', 'package/dist/tokens.css'], workshop.folder)
  const button = '<button class="lk-button" data-kind="primary">Connect</button>'
  const places = Object.entries(containers).map(([name, style]) => `<div id="${name}" style="${style}">${button}</div>`)
  await page.setContent(`<div id="plain">${button}</div>${places.join('')}`)
  await page.addStyleTag({ path: join(workshop.folder, 'package/dist/styles.css') })
  const sizeIn = (id: string) =>
    page.locator(`#${id} button`).evaluate((node) => {
      const { width, height } = node.getBoundingClientRect()
      return { width, height }
    })
  const plain = await sizeIn('plain')
  expect(plain.height).toBe(44)
  for (const name of Object.keys(containers)) expect(await sizeIn(name), name).toEqual(plain)

  // a page can widen the button with its own rule
  await page.addStyleTag({ content: '.lk-button { width: 100% }' })
  expect((await sizeIn('column')).width).toBe(600)
})

test('the published tokens apply only to elements with the class lk-tokens @adopt', async ({ page, workshop }) => {
  const { file } = await workshop.pack('ui-react')
  await succeed('tar', ['-xzf', file, 'package/dist/tokens.css'], workshop.folder)
  await page.setContent('<p class="lk-tokens" data-mode="dark">Mine</p><p id="other">Other</p>')
  await page.addStyleTag({ path: join(workshop.folder, 'package/dist/tokens.css') })
  await page.addStyleTag({ content: 'p { border-radius: var(--lk-radius-card); background: var(--lk-bg) }' })
  const mine = page.locator('.lk-tokens')
  await expect(mine).toHaveCSS('border-radius', '28px')
  await expect(mine).toHaveCSS('background-color', /^oklch\(0\.205/)
  await expect(page.locator('#other')).toHaveCSS('border-radius', '0px')
})
