import { expect, test } from '@playwright/test'
import { preview } from 'vite'
import { toExampleFolder } from './examples.js'

// an adapter of a third party, for a namespace that nothing in packages/ mentions
test('a third-party TRON adapter lists its wallet, connects it, and shows its network and balance', async ({
  page,
}) => {
  const server = await preview({
    root: toExampleFolder('tron'),
    configFile: false,
    logLevel: 'error',
    preview: { host: 'localhost', port: 4310 },
  })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  // the default node of the example
  await page.route('http://127.0.0.1:8545/jsonrpc', (route) =>
    route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: '0x1e8480' } }),
  )
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  const modal = page.locator('latchkey-modal').getByRole('dialog')

  await page.getByRole('button', { name: 'Connect' }).click()
  await modal.getByRole('button', { name: 'Dev TRON wallet' }).click()
  await expect(page.getByRole('button', { name: /T[1-9A-HJ-NP-Za-km-z]{5}…/ })).toBeVisible()
  expect(questions).toEqual(['Connect this site?'])
  await expect(page.getByRole('button', { name: 'TRON', exact: true })).toBeVisible()

  await page.getByRole('button', { name: /T[1-9A-HJ-NP-Za-km-z]{5}…/ }).click()
  await expect(modal).toContainText('2.000 TRX')
  await expect(modal).toContainText('Dev TRON wallet')
  const icon = modal.locator('img').first()
  await expect(icon).toHaveAttribute('src', /^(data:image\/svg|blob:)/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'TRON', exact: true }).click()
  await expect(modal.getByRole('button', { name: 'TRON Nile' })).toBeVisible()
  await modal.getByRole('button', { name: 'TRON Nile' }).click()
  await expect(page.getByRole('button', { name: 'TRON Nile', exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  expect(errors).toEqual([])
  await server.close()
})
