/** Browsers within apps, by how they call themselves; on Android all of them add `wv`. */
const names = /; wv\)|Telegram|FBA[NV]\/|Instagram|MicroMessenger|\bLine\/|Snapchat/

/** Those of iOS lack the name of the browser that they are made of. */
const bareWebKit = /\((?:iPhone|iPad|iPod).*AppleWebKit(?!.*Safari\/)/

/** Whether the page is shown within another app, where no popup can open, or would take the page's own place. */
export function isWebView(window: Window): boolean {
  const { userAgent } = window.navigator
  return names.test(userAgent) || bareWebKit.test(userAgent) || 'TelegramWebviewProxy' in window
}
