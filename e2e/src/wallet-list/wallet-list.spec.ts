import { expect, test } from './listTest.js'

const failedLoads = /Failed to load resource/

test.describe('@walletconnect the wallet list', () => {
  test('is loaded page by page while scrolling, with each wallet once, and renders only a part of it [S9.13]', async ({
    list,
  }) => {
    await list.openAll()
    await expect(list.cells.first()).toHaveText('Wallet 0')
    for (let length = 80; length <= 200; length += 40) {
      await list.scrollToEnd()
      await expect.poll(async () => (await list.ids()).length, { timeout: 5_000 }).toBeGreaterThanOrEqual(length)
    }
    const ids = await list.ids()
    expect(ids).toEqual(ids.map((_, index) => `w${index}`))
    expect(await list.cells.count()).toBeLessThan(80)
    await expect(list.images.last()).toHaveAttribute('src', /^data:image\/svg\+xml;base64,/)
  })

  test('searches ten thousand wallets with a single request [S7.27]', async ({ list }) => {
    const searches: string[] = []
    list.demo.page.on('request', (request) => {
      const search = new URL(request.url()).searchParams.get('search')
      if (search) searches.push(search)
    })
    await list.openAll()
    await list.search.fill('VIOLET 9')
    await expect(list.cells.first()).toHaveText('Violet 907')
    await expect(list.cells).toHaveCount(11)
    expect(searches).toEqual(['VIOLET 9'])
    await list.search.fill('nobody has this name')
    await expect(list.cells).toHaveCount(0)
    await list.search.fill('')
    await expect(list.cells.first()).toHaveText('Wallet 0')
  })

  test('[F40] shows an error if it fails, leaves other wallets enabled, and is loaded again on retry', async ({
    list,
  }) => {
    const { demo } = list
    demo.expectedErrors.push(failedLoads)
    let status: number | undefined = 500
    await list.answer('getWallets', (route) => (status ? route.fulfill({ status }) : route.continue()))
    await list.open()
    await expect(demo.button('Dev wallet')).toBeEnabled()
    await demo.button(/^All wallets/).click()
    await expect(list.alert).toBeVisible()
    status = 429
    await demo.button('Try again').click()
    await expect(list.alert).toBeVisible()
    status = undefined
    await demo.button('Try again').click()
    await expect(list.cells.first()).toHaveText('Wallet 0')
    await expect(list.alert).toBeHidden()
  })

  test('[F40] keeps the loaded wallets if the next page fails, and loads that page on retry', async ({ list }) => {
    list.demo.expectedErrors.push(failedLoads)
    await list.openAll()
    await expect(list.cells.first()).toHaveText('Wallet 0')
    const before = await list.ids()
    await list.answer('getWallets', (route) => route.fulfill({ status: 503 }))
    await list.scrollToEnd()
    await expect(list.alert).toBeVisible()
    expect(await list.ids()).toEqual(before)
    await list.demo.page.unrouteAll()
    await list.demo.button('Try again').click()
    await expect.poll(async () => (await list.ids()).length).toBeGreaterThan(before.length)
  })

  test('[F40] does not keep the modal from connecting another wallet if it never responds', async ({ list }) => {
    const { demo } = list
    await list.answer('', () => {}) // never
    await demo.goto('?walletConnect=1')
    await demo.connectButton.click()
    await expect(demo.button('Dev wallet')).toBeEnabled({ timeout: 8_000 })
    await demo.button('Dev wallet').click()
    await demo.expectConnected()
  })

  test('[T13] [I30] shows only valid images, and runs no script in them @threats', async ({ list }) => {
    const { page } = list.demo
    const script = '<script>parent.hacked=true</script>'
    const bodies = [
      { contentType: 'image/png', body: `<!doctype html>${script}` },
      {
        contentType: 'image/svg+xml',
        body: `<svg xmlns="http://www.w3.org/2000/svg" onload="hacked=true">${script}</svg>`,
      },
      { contentType: 'image/png', body: Buffer.alloc(5_000_000) },
      { contentType: 'application/zip', body: 'PK\u0003\u0004' },
    ]
    await list.answer('getWalletImage/', (route) => {
      const index = Number(new URL(route.request().url()).pathname.split('w').at(-1))
      return route.fulfill(bodies[index % bodies.length] ?? {})
    })
    await list.openAll()
    await expect(list.images.first()).toHaveAttribute('src', /^data:image\/svg\+xml/)
    const names = await list.images.evaluateAll((all) => all.map((image) => image.closest('button')?.textContent))
    expect(names.filter((name) => Number(name?.split(' ')[1]) % bodies.length !== 1)).toEqual([])
    expect(await page.evaluate(() => window.hacked)).toBeUndefined()
  })
})
