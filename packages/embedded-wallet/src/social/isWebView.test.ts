import { expect, test } from 'vitest'
import { isWebView } from './isWebView.js'

const toWindow = (userAgent: string, more: object = {}) => ({ navigator: { userAgent }, ...more }) as unknown as Window

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'
const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36`,
  `${android}) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 Telegram-Android/10.14 (Google Pixel 8; Android 14)`,
  `${ios} Mobile/15E148`,
  `${ios} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0]`,
  `${ios} Mobile/15E148 Instagram 340.0`,
  `${ios} Mobile/15E148 MicroMessenger/8.0`,
  `${ios} Mobile/15E148 Safari Line/14.9`,
])('%s is within another app', (userAgent) => {
  expect(isWebView(toWindow(userAgent))).toBe(true)
})

test.each([
  `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36`,
  `${ios} Version/17.5 Mobile/15E148 Safari/604.1`,
  `${ios} CriOS/126.0 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 OnlineShop/1.0',
])('%s is a browser', (userAgent) => {
  expect(isWebView(toWindow(userAgent))).toBe(false)
})

test('a browser that Telegram has put its own object into is within Telegram', () => {
  expect(isWebView(toWindow('Mozilla/5.0', { TelegramWebviewProxy: {} }))).toBe(true)
})
