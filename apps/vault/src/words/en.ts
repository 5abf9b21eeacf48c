import type { Words } from './wordsType.js'

export const en: Words = {
  facts: {
    pair: '{label}: {value}',
    site: 'Site',
    browser: 'Browser',
    place: 'IP address',
    login: 'Login',
    until: 'On hold until',
    due: 'Takes effect',
    time: 'Time',
  },
  notYou:
    "If this wasn't you, don't click the link or share the code. Nothing happens without them, and you can delete this email.",
  link: {
    subject: 'Approve a login to {site}',
    lead: 'New sign-in attempt from an unrecognized browser.',
    label: 'Review and approve',
    terms:
      'The link is valid for 10 minutes. Approve it only if you started this login, and continue in the same browser.',
    page: {
      question: 'Approve this device?',
      lead: 'New sign-in attempt from an unrecognized browser. Approve it only if you started it.',
      validFor: 'Valid for',
      approve: 'Approve',
      notYou: 'If this wasn’t you, close this page. Nobody can log in without your approval.',
      startAgain: 'Start again in the app to get a new link.',
      done: 'Device approved',
      doneLead: 'We’ve emailed you a code. Enter it at {site}, in the tab where you started.',
      close: 'You can close this page.',
      back: 'Back to {site}',
    },
  },
  login: {
    subject: 'Your code for {site}',
    lead: 'Your code to log in:',
    terms: 'It is valid for 10 minutes, once, and only in the browser where you requested it.',
  },
  sms: { login: '{code} is your code for {site}. Don’t share it.' },
  primary: {
    subject: 'Your code to change your email address',
    lead: 'Someone logged in as you wants to change the email address of your wallet. Your code to allow it:',
    terms: 'It is valid for 10 minutes, once. Never share it.',
  },
  secondary: {
    subject: 'Your code to confirm your new email address',
    lead: 'Your code to log in with this email address from now on:',
    terms: 'It is valid for 10 minutes, once.',
  },
  guest: {
    subject: 'Your code to add a login to your wallet',
    lead: 'Your code to add this email address to a guest wallet, which it opens from now on:',
    terms: 'It is valid for 10 minutes, once, and only in the browser where you requested it. Never share it.',
  },
  account: {
    subject: 'Your code to confirm it is you',
    terms: 'It is valid for 10 minutes, once. Enter it only on your wallet page: no app asks for it.',
    leads: {
      export: 'Your code to show your recovery phrase. Anyone with these words controls your wallet permanently:',
      import: 'Your code to import a recovery phrase, which changes your addresses:',
      recovery: 'Your code to create a recovery code, which can move your wallet to another email address:',
      seal: 'Your code to change how your wallet is sealed:',
      link: 'Your code to add a login that opens your wallet:',
      unlink: 'Your code to remove a login from your wallet:',
      freeze: 'Your code to freeze or unfreeze your wallet:',
      factor: 'Your code to set up a second factor for your wallet:',
      custody: 'Your code to change who owns your smart account:',
    },
  },
  notices: {
    'login.done': {
      title: 'Your wallet was opened in another browser',
      text: 'Someone logged in to your wallet in a browser that was not known before.',
    },
    'login.linked': {
      title: 'Your wallet has a new login with {login}',
      text: 'Someone logged in as you added a {login} account. It opens your wallet from now on.',
    },
    'login.removed': {
      title: 'A login was removed from your wallet',
      text: 'Your wallet no longer opens with this login: {login}. Browsers that used it are logged out.',
    },
    'passkey.added': {
      title: 'A passkey was added to your wallet',
      text: 'Someone logged in as you added a passkey. It opens your wallet from now on.',
    },
    'passkey.copied': {
      title: 'A passkey of yours was copied',
      text: 'Someone tried to log in with a copy of your passkey. We refused it. Remove the passkey on your wallet page, and create a new one.',
    },
    'update.done': {
      title: 'Your email address was changed',
      text: 'You log in with a new email address from now on. All other browsers were logged out. For 24 hours no new browser can log in, and the recovery phrase cannot be shown.',
    },
    'update.done.former': {
      title: 'Your email address was changed',
      text: 'Your wallet no longer opens with this email address. All other browsers were logged out. For 24 hours no new browser can log in, and the recovery phrase cannot be shown.',
    },
    'update.undone': {
      title: 'The change of your email address was undone',
      text: 'Your wallet opens with the previous email address again. All browsers were logged out, and those that came after the change are no longer known.',
    },
    'update.undone.former': {
      title: 'The change of your email address was undone',
      text: 'The wallet no longer opens with this email address. The owner of the previous one undid the change.',
    },
    'device.revoked': {
      title: 'A browser was logged out of your wallet',
      text: 'It needs an emailed link and a code to log in again.',
    },
    'resume.reused': {
      title: 'A session of your wallet was used twice',
      text: 'Someone may have copied it from an app. The session was ended in both places.',
    },
    'export.done': {
      title: 'Your recovery phrase was shown',
      text: 'Someone logged in as you has seen the recovery phrase. Anyone with these words controls your wallet permanently. If it wasn’t you, move your assets to another wallet now.',
    },
    'recovery.printed': {
      title: 'A recovery code was created for your wallet',
      text: 'Whoever has this code can move your wallet to another email address within 72 hours. It replaces any earlier code.',
    },
    'recovery.started': {
      title: 'Your wallet moves to another email address',
      text: 'Someone used your recovery code. In 72 hours your wallet will belong to another email address.',
    },
    'recovery.started.next': {
      title: 'A wallet moves to your email address',
      text: 'Someone is moving their wallet to this email address with a recovery code. Log in with it in 72 hours. If it wasn’t you, ignore this email.',
    },
    'recovery.cancelled': {
      title: 'The recovery of your wallet was canceled',
      text: 'Your wallet stays with its email address. The recovery code that was used is no longer valid: create a new one.',
    },
    'recovery.done': {
      title: 'Your wallet has moved to this email address',
      text: 'It was recovered with its recovery code. All browsers that were logged in before are logged out.',
    },
    'recovery.done.former': {
      title: 'Your wallet has moved to another email address',
      text: 'It was recovered with its recovery code. You no longer log in with this email address.',
    },
    'seal.asked': {
      title: 'Your wallet will be sealed',
      text: 'Someone logged in as you asked to seal your wallet with a printed code. It takes effect in 24 hours. From then on nobody opens the wallet without that code or a passkey, and nobody can restore it. If a new recovery phrase was requested, the wallet gets new addresses too; the old ones stay yours.',
    },
    'seal.cancelled': {
      title: 'Sealing your wallet was canceled',
      text: 'Your wallet stays as it is: no printed code is needed to use it.',
    },
    'seal.made': {
      title: 'Your wallet was sealed',
      text: 'From now on it signs only after it is unlocked with its own code or passkey. Whoever loses all of them loses the wallet.',
    },
    'seal.added': {
      title: 'Your sealed wallet has another key',
      text: 'Someone added a code or a passkey that unlocks your wallet.',
    },
    'seal.removed': {
      title: 'Your wallet is no longer sealed',
      text: 'It signs without being unlocked first.',
    },
    'seal.undone': {
      title: 'The seal of your wallet was undone',
      text: 'It was made after your email address was changed, and that change was undone. Your wallet signs without being unlocked first.',
    },
    'wallet.created': {
      title: 'Your wallet is sealed and has new addresses',
      text: 'From now on it signs only after it is unlocked with its own code or passkey. Whoever loses all of them loses the wallet. What is at the old addresses is still yours: move it, and give the new addresses to those who pay you.',
    },
    'wallet.chosen': {
      title: 'Your wallet uses other addresses',
      text: 'Someone logged in as you switched between your wallet from before the new recovery phrase and the new one. What is at either address is still yours.',
    },
    'wallet.imported': {
      title: 'Your wallet uses imported addresses',
      text: 'Someone logged in as you imported a recovery phrase or a private key. What is at your earlier addresses is still yours: switch back to them on your wallet page. If it wasn’t you, freeze your wallet, and don’t send anything to the new addresses.',
    },
    'unlock.asked': {
      title: 'A new browser asks to unlock your wallet',
      text: 'Confirm it within 30 minutes on your wallet page, in a browser that you have used for longer than a day.',
    },
    'unlock.approved': {
      title: 'A new browser may unlock your wallet',
      text: 'Someone confirmed it in a browser that was known before. It still needs your printed code or a passkey.',
    },
    'transfer.held': {
      title: 'A transfer from your wallet is on hold',
      text: 'Someone logged in as you approved a transfer. It is on hold and can be made after that.',
    },
    'transfer.cancelled': {
      title: 'A transfer from your wallet was canceled',
      text: 'Nothing was sent. The browser that asked for the transfer was logged out.',
    },
    'limit.reached': {
      title: 'Your wallet reached its daily limit',
      text: 'A request to send more than your wallet may send in a day was refused. Nothing was sent.',
    },
    'permission.granted': {
      title: 'An app may now act for you',
      text: 'Someone logged in as you allowed this app to spend or call contracts within limits, without asking again.',
    },
    'permission.revoked': {
      title: 'A permission of an app was revoked',
      text: 'The app can no longer act for you without asking.',
    },
    'selfCustody.on': {
      title: 'A passkey now owns your smart account',
      text: 'Someone logged in as you turned on self-custody. Your smart account has a new address, and only a passkey of your wallet or the recovery code can send from it.',
    },
    'selfCustody.off': {
      title: 'Self-custody of your smart account was turned off',
      text: 'Someone logged in as you turned off self-custody. Your wallet uses the address that it had before. What is at the other address stays there, and only its passkeys and its recovery code can send it.',
    },
    'selfCustody.changed': {
      title: 'The owners of your smart account have changed',
      text: 'The passkeys that can send from your smart account were changed on one of its networks. One of its passkeys or its recovery code was used for that. If it wasn’t you, send what is in the account to another one.',
    },
    'selfCustody.guarded': {
      title: 'The guardians of your smart account have changed',
      text: 'The people who can give your smart account a new owner together were changed on one of its networks.',
    },
    'selfCustody.requested': {
      title: 'Your guardians want to replace the owner of your smart account',
      text: 'Enough of your guardians have asked that another passkey takes over your smart account on one of its networks. If you didn’t ask them for this, cancel it on your wallet’s page before the waiting period ends.',
    },
    'factor.added': {
      title: 'Your wallet has a second factor',
      text: 'Someone logged in as you added a second factor. From now on, a login in a new browser and important changes also need that authenticator app or a passkey.',
    },
    'factor.changed': {
      title: 'Your second factors were changed',
      text: 'Someone logged in as you turned an authenticator app or passkeys on or off, and confirmed it with a second factor. Your wallet still has one.',
    },
    'factor.removed': {
      title: 'Your wallet no longer has a second factor',
      text: 'New browsers log in without one, and transfers and changes no longer need it.',
    },
    'factor.renewed': {
      title: 'Your backup codes were replaced',
      text: 'The earlier codes no longer work.',
    },
    'factor.limited': {
      title: 'The limit of your second factor was changed',
      text: 'Someone logged in as you changed how much your wallet sends without a second factor.',
    },
    'factor.codeUsed': {
      title: 'A backup code of your wallet was used',
      text: 'Someone used it in place of your second factor. It works once. Create new ones on your wallet page before you run out.',
    },
    'factor.refused': {
      title: 'Someone guesses the code of your second factor',
      text: 'They can log in as you, but don’t have your second factor. Secure your email account or login. Nothing was opened or sent.',
    },
    'factor.lost': {
      title: 'Your second factor will be removed',
      text: 'Someone logged in as you reported it lost. It is removed in 72 hours, and is needed until then.',
    },
    'factor.kept': {
      title: 'Your second factor stays',
      text: 'It was not removed: the report that it is lost was canceled.',
    },
    'factor.gone': {
      title: 'Your second factor was removed',
      text: 'It was reported lost 72 hours ago. New browsers log in without it. Set up a new one on your wallet page.',
    },
    'devices.revoked': {
      title: 'All browsers were logged out of your wallet',
      text: 'The wallet provider did this. Each browser needs an emailed link and a code to log in again.',
    },
    'user.frozen': {
      title: 'Your wallet was frozen by the wallet provider',
      text: 'Nothing is signed, exported or changed, and nobody can log in. Contact the support of the wallet provider.',
    },
    'user.unfrozen': {
      title: 'Your wallet is no longer frozen by the wallet provider',
      text: 'It can sign again.',
    },
    'wallet.frozen': {
      title: 'Your wallet is frozen',
      text: 'Nothing is signed, exported or changed, and no new browser can log in. The freeze ends after 72 hours. You can end it earlier on your wallet page, in a browser that was known a day before it began.',
    },
    'wallet.unfrozen': {
      title: 'Your wallet is no longer frozen',
      text: 'It can sign again.',
    },
  },
  acts: {
    revoke: {
      label: 'Log that browser out',
      advice: "If this wasn't you, secure your email account or login first, then log that browser out.",
      question: 'Log this browser out?',
      lead: 'It will need an emailed link and a code to log in again.',
      done: 'That browser is logged out',
    },
    undo: {
      label: 'Undo this change',
      advice: "If this wasn't you, secure your email account first, then undo this. You can do so for 72 hours.",
      question: 'Undo the change of your email address?',
      lead: 'You log in with this email address again. All browsers are logged out, and those that came with the change are no longer known.',
      done: 'The change was undone',
    },
    cancel: {
      label: 'Cancel the recovery',
      advice: "If this wasn't you, cancel the recovery. If it was you, do nothing.",
      question: 'Cancel the recovery?',
      lead: 'Your wallet stays with its email address. The recovery code that was used is no longer valid: create a new one.',
      done: 'The recovery is canceled',
    },
    unlink: {
      label: 'Remove that login',
      advice: "If this wasn't you, secure your email account first, then remove that login.",
      question: 'Remove this login from your wallet?',
      lead: 'It no longer opens your wallet, and browsers that were logged in with it are logged out.',
      done: 'That login is removed',
    },
    hold: {
      label: 'Cancel the transfer',
      advice:
        "If this wasn't you, cancel the transfer. If it was you, do nothing and ask for it again after that time.",
      question: 'Cancel the transfer?',
      lead: 'Transfers that are on hold are never made, and the browser that asked is logged out.',
      done: 'The transfer is canceled',
    },
    permission: {
      label: 'Revoke the permission',
      advice: "If this wasn't you, revoke the permission.",
      question: 'Revoke this permission?',
      lead: 'The app can no longer act for you without asking. What it has already done stays.',
      done: 'The permission is revoked',
    },
    seal: {
      label: 'Cancel sealing',
      advice:
        "If this wasn't you, cancel it before it takes effect, then secure your email account. If it was you, keep the printed code safe and do nothing.",
      question: 'Cancel sealing your wallet?',
      lead: 'The wallet stays as it is: no printed code is needed to use it. The browser that asked is logged out.',
      done: 'Your wallet stays as it is',
    },
    factor: {
      label: 'Remove it',
      advice: "If this wasn't you, remove the second factor. You can do so for 72 hours.",
      question: 'Remove the second factor?',
      lead: 'It is no longer needed to use your wallet. The browser that added it is logged out.',
      done: 'The second factor is removed',
    },
    keep: {
      label: 'Keep my second factor',
      advice: "If this wasn't you, keep it, then secure your email account or login. If it was you, do nothing.",
      question: 'Keep your second factor?',
      lead: 'It is not removed. The browser that reported it lost is logged out.',
      done: 'Your second factor stays',
    },
    freeze: {
      label: 'Freeze my wallet',
      advice: "If this wasn't you, freeze your wallet.",
      question: 'Freeze your wallet?',
      lead: 'For 72 hours nothing is signed, exported or changed, and no new browser can log in. You can end it earlier on your wallet page, in a browser that was known a day before.',
      done: 'Your wallet is frozen',
    },
  },
  emailLogin: 'Email',
  passkeyLogin: 'Passkey',
  wallet: 'Your wallet page: browsers, logins and notices',
  page: {
    gone: 'This link is no longer valid',
    goneLead: 'It was already used, or it has expired.',
    next: "If you didn't start this yourself, secure your email account too.",
    wasYou: 'If it was you, close this page: nothing changes.',
  },
}
