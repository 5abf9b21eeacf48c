import type { HostTraits } from './host.js'

/** Messaging apps that open links in a browser of their own. */
const messengers =
  /Telegram|WhatsApp|MicroMessenger|\bLine\/|KAKAOTALK|Messenger|FB_IAB\/(Orca|MESSENGER)|Viber|Zalo|Snapchat|Discord/i

/** Whether the page runs in the browser inside a messaging app. */
export function isMessenger({ userAgent, isTelegram = false }: HostTraits): boolean {
  return isTelegram || messengers.test(userAgent)
}
