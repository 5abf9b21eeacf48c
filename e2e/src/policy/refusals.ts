import type { Page } from '@playwright/test'

/**
 * For each entry that blocks something: tries to do that on a page of the demo, and returns whether it was blocked.
 * `elsewhere` is an address of another site.
 */
export const refusals: { readonly [entry: string]: (page: Page, elsewhere: string) => Promise<boolean> } = {
  "default-src 'none'": (page) => isRefused(page, 'media-src', () => void new Audio('/favicon.svg')),
  "base-uri 'none'": async (page, elsewhere) => {
    await page.evaluate((href) => {
      const base = document.createElement('base')
      base.href = href
      document.head.append(base)
    }, elsewhere)
    return (await page.evaluate(() => document.baseURI)) !== elsewhere
  },
  "form-action 'none'": (page, elsewhere) =>
    isRefused(
      page,
      'form-action',
      (action) => {
        const form = document.createElement('form')
        form.action = action
        form.target = '_blank'
        document.body.append(form)
        form.submit()
      },
      elsewhere,
    ),
  "frame-ancestors 'none'": async (page, elsewhere) => {
    const url = page.url()
    await page.goto(elsewhere)
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
      document.body.append(frame)
      return loaded
    }, url)
    return page.frames().every((frame) => frame.url() !== url)
  },
  "require-trusted-types-for 'script'": (page) =>
    page.evaluate(() => {
      try {
        document.createElement('div').innerHTML = '<p>'
        return false
      } catch {
        // a string is no TrustedHTML
        return true
      }
    }),
  "trusted-types 'none'": (page) =>
    page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        readonly trustedTypes: { createPolicy(name: string, rules: object): unknown }
      }
      try {
        trustedTypes.createPolicy('own', {})
        return false
      } catch {
        // no policy name is allowed
        return true
      }
    }),
}

/** Whether the page reports this violation within a second. */
async function isRefused<arg>(page: Page, directive: string, run: (arg: arg) => void, arg?: arg): Promise<boolean> {
  const reported = page.evaluate(
    (wanted) =>
      new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(false), 10_000)
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (effectiveDirective === wanted) resolve(true)
        })
      }),
    directive,
  )
  await page.evaluate(run as never, arg as never)
  return reported
}
