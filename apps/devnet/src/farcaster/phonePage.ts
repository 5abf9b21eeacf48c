import type { ServerResponse } from 'node:http'
import type { Channel } from './channels.js'

/** Renders the page behind a scanned code, which stands in for the app on a phone. It contains no script. */
export function servePhonePage(response: ServerResponse, channel: Channel | undefined): void {
  const body =
    channel === undefined
      ? '<p>This code is no longer valid.</p>'
      : channel.answer
        ? '<p>You are signed in. Go back to the app.</p>'
        : `<p>Sign in to <strong>${escapeHtml(channel.request.domain)}</strong>?</p>
<p>${escapeHtml(channel.request.siweUri)}</p>
<form method="post" action="/~/siwf">
<input type="hidden" name="channelToken" value="${escapeHtml(channel.token)}">
<p><label>Name <input name="name" value="ada" required pattern="[\\-a-z0-9]{1,16}" autocomplete="off"></label></p>
<p><button>Sign in</button></p>
</form>`
  response.writeHead(channel ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
  response.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A phone with Farcaster</title>
<style>:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 22rem; margin: 3rem auto; padding: 0 1rem } input, button { font: inherit; padding: .5rem .75rem; margin-block: .5rem }</style>
</head>
<body><h1>A phone with Farcaster</h1>${body}</body>
</html>
`)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
