import type { ServerResponse } from 'node:http'

type LoginPageOptions = {
  /** Display name of the provider. */
  readonly title: string
  /** Target of the form. */
  readonly action: string
  readonly isIsolated: boolean
}

/** Renders the login and consent page, without script. */
export function serveLoginPage(response: ServerResponse, { title, action, isIsolated }: LoginPageOptions): void {
  // no form-action: browsers apply it to the redirect back to the app, too
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    ...(isIsolated && { 'cross-origin-opener-policy': 'same-origin' }),
  })
  response.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in with ${title}</title>
<style>:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 22rem; margin: 3rem auto; padding: 0 1rem } input, button { font: inherit; padding: .5rem .75rem; margin-block: .5rem }</style>
</head>
<body>
<h1>${title}</h1>
<p>A provider of this machine: whoever you say you are, it believes you.</p>
<form method="post" action="${action}">
<p><label>Name <input name="name" value="ada" required pattern="[\\-a-z0-9_.]{1,32}" autocomplete="off"></label></p>
<p><button name="answer" value="allow">Allow</button>
<button name="answer" value="deny" formnovalidate>Deny</button></p>
</form>
</body>
</html>
`)
}
