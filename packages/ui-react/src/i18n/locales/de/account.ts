/** The account: logins, settings, assets, names and permissions. */
export const account = {
  // account
  copyAddress: 'Adresse kopieren',
  balanceLabel: 'Guthaben',
  totalLabel: 'Gesamtwert',
  balanceUnknown: 'Guthaben nicht verfügbar',
  viewOnExplorer: 'Auf {explorer} ansehen',
  disconnect: 'Trennen',
  signOut: 'Abmelden',
  loggedInWith: 'Angemeldet mit {provider}',
  guestTitle: 'Gast',
  guestNote:
    'Nur dieser Browser öffnet deine Wallet. Füge eine Anmeldung hinzu, sonst verlierst du sie, wenn du die Daten dieses Browsers löschst.',
  guestAddLogin: 'Anmeldung hinzufügen',
  guestLoginAdded: 'Anmeldung hinzugefügt',
  selfCustodyNote: 'Diese App verlangt Selbstverwahrung. Bis du sie einrichtest, kann deine Wallet nichts senden.',
  selfCustodySetUp: 'Selbstverwahrung einrichten',
  connectedWith: 'Verbunden mit {wallet}',
  chooseNetwork: 'Netzwerk wechseln',
  networkUnknown: 'Unbekanntes Netzwerk',
  notConnected: 'Keine Wallet verbunden',
  walletsRow: 'Wallets',
  walletsConnected: { one: '{count} verbunden', other: '{count} verbunden' },

  // purposes of accounts
  account_eoa: 'Adresse',
  // beside a smart account
  account_standard: 'Standardkonto',
  account_smartAccount: 'Smart-Konto',
  custody_self: 'Selbstverwahrung',
  custody_sealed: 'Versiegelt',
  custody_needed: 'Einrichtung nötig',
  account_payment: 'Zahlung',
  account_ordinal: 'Ordinals',

  // every login of an embedded wallet, by code
  FRAME_LOAD_FAILED: 'Die Anmeldung konnte nicht geladen werden',
  FRAME_REQUEST_TIMED_OUT: 'Zeitüberschreitung der Anfrage',
  FRAME_FAILED: 'Ein Fehler ist aufgetreten',
  NO_AUTH_CONNECTOR: 'Kein Anmelde-Konnektor gefunden',
  NOT_EMAIL_OR_SOCIAL: 'Nicht per E-Mail oder Social Login verbunden',

  // login by email
  emailLabel: 'E-Mail-Adresse',
  emailSubmit: 'Weiter mit E-Mail',
  emailSending: 'Wird gesendet…',
  emailLoginText: 'Wir senden dir einen Code per E-Mail. Kein Passwort, keine Installation.',
  emailOther: 'Andere E-Mail verwenden',

  deviceHeading: 'Gerät bestätigen',
  deviceText:
    'Öffne den Link, den wir an {email} gesendet haben, und komm dann zurück. Hier geht es automatisch weiter.',
  deviceResent: 'Neuer Link gesendet. Ältere Links funktionieren nicht mehr.',
  deviceAgain: 'Link erneut senden',

  otpText: 'Gib den Code ein, den wir an {email} gesendet haben',
  otpLabel: 'Sechsstelliger Code',
  otp_starting: 'Neuer Code wird gesendet…',
  otp_device: 'Neuer Code wird gesendet…',
  otp_verifying: 'Code wird geprüft…',
  otp_connecting: 'Deine Wallet wird geöffnet…',
  otpResent: 'Neuer Code gesendet. Ältere Codes funktionieren nicht mehr.',

  resendQuestion: 'Nichts erhalten? Sieh im Spam-Ordner nach.',
  resendIn: 'Erneut senden in {time}',
  resend: 'Code erneut senden',

  loginOverTitle: 'Anmeldung beendet',
  loginOverText: 'Beginne noch einmal mit deiner E-Mail-Adresse.',
  loginAgain: 'Neu beginnen',

  walletFailed: 'Deine Wallet konnte nicht geöffnet werden',

  emailNew: 'Neue E-Mail-Adresse',
  emailEditText:
    'Wir senden einen Code an deine bisherige Adresse und dann einen an die neue. Deine Wallet bleibt dieselbe.',
  emailSave: 'Speichern',
  emailChanged: 'E-Mail geändert',
  otpOldText: 'Bestätige, dass du es bist: Gib den Code ein, den wir an {email} gesendet haben',
  otpNewText: 'Letzter Schritt: Gib den Code ein, den wir an {email} gesendet haben',
  updateOverTitle: 'E-Mail-Änderung beendet',
  updateOverText: 'Deine E-Mail-Adresse ist unverändert. Du kannst neu beginnen.',

  mailFailed: 'Etwas ist schiefgelaufen. Versuche es erneut.',
  EMAIL_COOLDOWN: { one: 'Bitte versuche es in {n} Sekunde erneut', other: 'Bitte versuche es in {n} Sekunden erneut' },
  cooldownSaid: {
    one: 'Du kannst es in {n} Sekunde erneut versuchen.',
    other: 'Du kannst es in {n} Sekunden erneut versuchen.',
  },
  INVALID_CODE: 'Gib alle sechs Ziffern des Codes ein.',
  INVALID_EMAIL: 'Gib eine gültige E-Mail-Adresse ein.',

  // room for the embedded wallet's own screen
  approveHeading: 'Deine Wallet wird geöffnet…',
  approveText: 'Hier steht, worum diese App bittet. Nichts wird ohne deine Bestätigung signiert.',
  approveNothing: 'Nichts zu bestätigen',
  approveNothingText: 'Die Anfrage wurde beantwortet oder zurückgezogen.',

  // a link that can be copied
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  copyByHand: 'Dieser Browser erlaubt das Kopieren nicht. Markiere den Link und kopiere ihn selbst.',

  // settings of an embedded wallet
  typeHeading: 'EVM-Kontotyp',
  typeText:
    'Jedes Konto hat eine eigene Adresse und ein eigenes Guthaben. Beim Wechseln wird kein Guthaben verschoben.',
  type_eoa: 'Standardkonto',
  type_smartAccount: 'Smart-Konto',
  typeActive: 'In Verwendung',
  typeSwitching: 'Wird gewechselt…',
  typeSwitched: '{type} in Verwendung',
  typeNotHere: 'Auf {network} nicht verfügbar',
  typeNotDeployed: 'Deine erste Transaktion auf {network} richtet das Smart-Konto ein.',
  typeFailed: 'Das Konto konnte nicht gewechselt werden.',
  typeFallback: 'Du verwendest das Standardkonto. Du kannst es erneut versuchen.',
  nameRow: 'Kontoname',
  nameRowText: 'Guthaben über einen Namen empfangen',
  sessionsRow: 'Berechtigungen',
  sessionsRowText: 'Was Apps ohne Nachfrage dürfen',
  manageTitle: 'Sicherheit und Wiederherstellung',
  manageText: 'Browser, Wiederherstellungsphrase und Export',
  mode_self: 'Smart-Konto in Selbstverwahrung',
  mode_selfText: 'Es gehört deinem Passkey. Niemand sonst kann dafür signieren, auch nicht der Wallet-Dienst.',
  mode_sealed: 'Versiegelte Wallet',
  mode_sealedText:
    'Mit deinem eigenen Schlüssel abgeschlossen. Der Wallet-Dienst signiert nur, nachdem du sie entsperrt hast.',
  mode_needed: 'Selbstverwahrung einrichten',
  mode_neededText: 'Diese App verlangt sie. Bis dahin kann deine Wallet nichts senden.',
  settingsNone: 'Keine Einstellungen verfügbar',
  settingsNoneText: 'Es ist keine Wallet mit E-Mail- oder Social-Login verbunden.',

  // logins at other sites, and with Farcaster
  socialWith: 'Weiter mit {provider}',
  socialMore: 'Weitere Anmeldeoptionen',
  guestContinue: 'Als Gast fortfahren',
  socialsNone: 'Keine Anmeldung verfügbar',
  socialsNoneText: 'Geh zurück und wähle eine andere Verbindungsart.',

  // by step of the login
  social_idle: 'Weiter mit {provider}',
  social_idle_text: 'Du meldest dich in einem Pop-up-Fenster bei {provider} an.',
  social_popup: 'Weiter im Pop-up-Fenster',
  social_popup_text: 'Melde dich dort bei {provider} an. Danach geht es hier automatisch weiter.',
  social_retrieving: 'Anmeldung wird geprüft…',
  social_retrieving_text: '{provider} hat deine Anmeldung bestätigt. Einen Moment noch.',
  social_connecting: 'Deine Wallet wird geöffnet…',
  social_connecting_text: 'Du bist angemeldet.',
  socialOpen: 'Pop-up-Fenster öffnen',
  socialShow: 'Pop-up-Fenster anzeigen',

  farcasterLabel: 'QR-Code zum Anmelden mit Farcaster',
  farcasterPreparing: 'Link wird vorbereitet…',
  farcasterScan: 'Mit dem Smartphone scannen, um Farcaster zu öffnen',
  farcasterPhone: 'Weiter in Farcaster',
  farcasterPhoneText: 'Bestätige die Anmeldung dort und komm dann zurück. Hier geht es automatisch weiter.',
  farcasterOpen: 'Farcaster öffnen',
  farcasterLink: 'Anmeldelink für Farcaster',

  // errors by code, with help texts
  providerSays: 'Anmeldung mit {provider} fehlgeschlagen: {details}',
  FARCASTER_FAILED: 'Verbindung mit Farcaster fehlgeschlagen',
  FRAME_LOAD_FAILED_help: 'Prüfe deine Internetverbindung und versuche es dann erneut.',
  FOREIGN_RESULT: 'Unerwartete Antwort',
  FOREIGN_RESULT_help:
    'Die Antwort kam von einer anderen Website und wurde ignoriert. Schließe unbekannte Pop-up-Fenster und versuche es dann erneut.',
  NO_AUTH_CONNECTOR_help:
    'Diese App hat keine Anmeldung per E-Mail oder Social Login eingerichtet. Wähle eine andere Verbindungsart.',
  POPUP_BLOCKED: 'Dein Browser hat das Pop-up-Fenster blockiert',
  POPUP_BLOCKED_help: 'Öffne es mit dem Button unten oder erlaube Pop-ups für diese Website.',
  POPUP_CLOSED: 'Pop-up-Fenster geschlossen',
  POPUP_CLOSED_help: 'Das Pop-up-Fenster wurde vor Abschluss der Anmeldung geschlossen. Du kannst es erneut versuchen.',
  SOCIAL_FAILED: 'Social Login konnte nicht gestartet werden',
  SOCIAL_FAILED_help: 'Anmeldung mit {provider} abgebrochen. Du kannst es erneut versuchen.',

  // login by SMS
  phoneContinue: 'Weiter mit Telefonnummer',
  phoneLabel: 'Handynummer',
  phoneSubmit: 'Code per SMS senden',
  phoneLoginText: 'Wir senden dir einen Code per SMS. Beginne mit + und deiner Ländervorwahl.',
  phoneQuestion: 'Nichts erhalten? Es kann eine Minute dauern.',
  phoneOverText: 'Beginne noch einmal mit deiner Handynummer.',
  INVALID_PHONE: 'Gib eine Handynummer ein, die mit + und der Ländervorwahl beginnt.',
  PHONE_NOT_ALLOWED: 'Diese App sendet keine SMS in dieses Land.',
  SMS_FAILED: 'Wir konnten die SMS nicht senden. Versuche es noch einmal.',

  // login with a passkey
  passkeyContinue: 'Weiter mit Passkey',
  passkeyCreate: 'Passkey erstellen',
  passkeyOwn: 'Ich habe schon einen Passkey',
  passkey_login: 'Verwende deinen Passkey',
  passkey_login_text: 'Bestätige mit Fingerabdruck, Gesicht, Bildschirmsperre oder Sicherheitsschlüssel.',
  passkey_signup: 'Erstelle deinen Passkey',
  passkey_signup_text:
    'Dein Gerät bewahrt ihn auf und öffnet damit deine neue Wallet. Ohne Passwort, ohne Installation.',
  PASSKEY_CANCELED: 'Kein Passkey verwendet',
  PASSKEY_CANCELED_help:
    'Du hast abgebrochen, oder dieses Gerät hat keinen Passkey für diese Wallet. Versuche es erneut oder erstelle einen.',
  PASSKEY_EXPIRED: 'Das hat zu lange gedauert',
  PASSKEY_EXPIRED_help: 'Die Anfrage ist abgelaufen. Du kannst es erneut versuchen.',
  PASSKEY_FAILED: 'Dein Passkey konnte nicht verwendet werden',
  PASSKEY_FAILED_help: 'Es hat sich nichts geändert. Du kannst es erneut versuchen.',
  PASSKEY_UNKNOWN: 'Dieser Passkey öffnet keine Wallet',
  PASSKEY_UNKNOWN_help:
    'Er wurde aus seiner Wallet entfernt oder gehört zu einer anderen App. Verwende einen anderen Passkey oder erstelle einen.',
  PASSKEY_UNSUPPORTED: 'Passkeys funktionieren hier nicht',
  PASSKEY_UNSUPPORTED_help:
    'Dieser Browser oder dieses Gerät kann keine Passkeys verwenden. Wähle eine andere Verbindungsart.',

  // transactions
  recentTitle: 'Letzte Transaktionen',
  recentClear: 'Liste leeren',
  recent_pending: 'Ausstehend',
  recent_unconfirmed: 'Noch nicht bestätigt',
  recent_confirmed: 'Bestätigt',
  recent_failed: 'Fehlgeschlagen',
  recentOutcome: '{title}: {status}',

  activityTitle: 'Aktivität',
  activityLoading: 'Deine Transaktionen werden geladen…',
  activityCount: { one: '{count} Transaktion wird angezeigt', other: '{count} Transaktionen werden angezeigt' },
  activityEmpty: 'Noch keine Transaktionen',
  activityEmptyText: 'Transaktionen, die du auf {network} sendest und empfängst, erscheinen hier.',
  activityFailedText: 'Deine Transaktionen sind weiterhin im Netzwerk. Versuche es gleich noch einmal.',
  activityNone: 'Aktivität ist hier nicht verfügbar',
  activityNoneText: 'Transaktionen werden nur für EVM-Netzwerke aufgelistet.',
  activityLocalText: 'Transaktionen, die du aus dieser App sendest, erscheinen hier.',
  activityUnlistedText: 'Diese App listet keine Transaktionen auf {network} auf.',
  activityNotConnected: 'Keine Wallet verbunden',
  activityMore: 'Mehr anzeigen',
  activityFailedTag: 'Fehlgeschlagen',
  activityPendingTag: 'Ausstehend',
  activityOpen: 'Auf {explorer} ansehen',

  // by code
  TRANSACTIONS_UNAVAILABLE: 'Transaktionen konnten nicht geladen werden',

  // by kind of transaction
  activity_approve: 'Freigegeben',
  activity_borrow: 'Geliehen',
  activity_burn: 'Verbrannt',
  activity_cancel: 'Abgebrochen',
  activity_claim: 'Eingefordert',
  activity_deploy: 'Bereitgestellt',
  activity_deposit: 'Eingezahlt',
  activity_execute: 'Vertragsaufruf',
  activity_mint: 'Geprägt',
  activity_receive: 'Empfangen',
  activity_repay: 'Zurückgezahlt',
  activity_send: 'Gesendet',
  activity_stake: 'Gestakt',
  activity_trade: 'Getauscht',
  activity_unstake: 'Staking beendet',
  activity_withdraw: 'Abgehoben',

  // assets of an account, and receiving
  action_onramp: 'Kaufen',
  action_swaps: 'Tauschen',
  action_receive: 'Empfangen',
  action_send: 'Senden',
  actionsLabel: 'Aktionen',

  holdingsLabel: 'Vermögenswerte',
  tab_tokens: 'Token',
  tab_nfts: 'NFTs',
  tab_activity: 'Aktivität',

  holdingsLoading: 'Wird geladen',
  holdingsFailed: 'Deine Vermögenswerte konnten nicht geladen werden',
  holdingsFailedText: 'Dein Guthaben ist sicher. Versuche es gleich noch einmal.',
  holdingsOld: 'Diese Liste ist möglicherweise nicht aktuell.',
  holdingsUnserved: 'Vermögenswerte in diesem Netzwerk werden nicht angezeigt',
  holdingsUnservedText: 'Wechsle das Netzwerk, um deine Vermögenswerte dort zu sehen.',
  tokensNone: 'Noch keine Token',
  tokensNoneText: 'Token, die du auf {network} kaufst oder empfängst, erscheinen hier.',
  nftsNone: 'Noch keine NFTs',
  nftsNoneText: 'NFTs, die du auf {network} sammelst, erscheinen hier.',
  addFunds: 'Guthaben aufladen',
  showAll: 'Alle {count} anzeigen',

  receiveTitle: 'Empfangen',
  receiveText: 'Scanne den Code oder kopiere deine Adresse.',
  receiveCode: 'QR-Code deiner Adresse {address}',
  receiveCopy: 'Adresse kopieren',
  receiveNetworks: 'Unterstützte Netzwerke',
  receiveNetworksText: 'Über andere Netzwerke gesendetes Guthaben kann verloren gehen.',
  compatibleTitle: 'Unterstützte Netzwerke',
  compatibleText:
    'Nutze diese Adresse nur in diesen Netzwerken. Über andere Netzwerke gesendetes Guthaben kann verloren gehen.',

  // names for accounts
  nameTitle: 'Kontoname',
  nameIntro: 'Wähle einen Namen, den andere statt deiner Adresse verwenden können.',
  nameLabel: 'Name',
  nameRule: 'Mindestens 4 Buchstaben, Ziffern oder Bindestriche.',
  nameChecking: 'Verfügbarkeit wird geprüft…',
  nameFree: '{name} ist verfügbar',
  nameTaken: '{name} ist vergeben',
  nameOthers: 'Weitere verfügbare Namen',
  nameRegister: 'Registrieren',
  nameSigning: 'In deiner Wallet bestätigen…',
  nameRegistering: 'Wird registriert…',
  nameNotHere: 'Keine Namen für dieses Konto',
  nameNotHereText: 'Für Namen brauchst du ein EVM-Konto und eine App, die sie eingerichtet hat.',
  nameDoneTitle: 'Registriert',
  nameDone: '{name} gehört dir',
  nameDoneText: 'Andere finden dein Konto jetzt unter diesem Namen.',
  nameNone: 'Kein Name registriert',
  nameNoneText: 'Wähle zuerst einen Namen.',
  nameChoose: 'Namen wählen',
  done: 'Fertig',

  // errors, by code
  name_failed: 'Etwas ist schiefgelaufen. Es wurde nichts registriert.',
  name_NAME_REFUSED: 'Der Name wurde nicht registriert.',
  name_USER_REJECTED: 'Du hast in deiner Wallet abgelehnt. Es wurde nichts registriert.',
  name_CHAIN_NOT_SUPPORTED: 'Namen sind in diesem Netzwerk nicht verfügbar. Wechsle zu einem anderen.',
  name_RATE_LIMITED: 'Zu viele Anfragen. Warte kurz und versuche es erneut.',
  name_SERVICE_NOT_CONFIGURED: 'Diese App hat keine Namen eingerichtet.',
  name_TIMED_OUT: 'Keine rechtzeitige Antwort. Versuche es erneut.',

  // permissions
  sessionsTitle: 'Berechtigungen',
  sessionsLabel: 'Berechtigungen nach Status',
  sessions_active: 'Aktiv',
  sessions_expired: 'Abgelaufen',
  sessions_revoked: 'Widerrufen',
  sessions_active_none: 'Keine aktiven Berechtigungen',
  sessions_expired_none: 'Keine abgelaufenen Berechtigungen',
  sessions_revoked_none: 'Keine widerrufenen Berechtigungen',
  sessions_active_noneText: 'Berechtigungen, die du Apps erteilst, erscheinen hier.',
  sessionUntil: 'Bis {date}',
  sessionEnded: 'Abgelaufen: {date}',
  sessionRevoked: 'Widerrufen: {date}',
  sessionMay: 'Erlaubt: {permissions}',
  sessionMay_spend: 'bis zu {amount} ausgeben',
  sessionMay_tokens: 'Token senden',
  sessionMay_calls: 'Verträge aufrufen',
  sessionRevoke: 'Widerrufen',
  sessionRevokeOf: 'Berechtigung von {app} widerrufen',
  sessionRevoking: 'In deiner Wallet bestätigen…',
  sessionsFailed: 'Deine Berechtigungen konnten nicht geladen werden',
  sessionsFailedText: 'Der Dienst hat nicht geantwortet. Deine Berechtigungen sind unverändert.',
  sessionsNotHere: 'Kein EVM-Konto verbunden',
  sessionsNotHereText: 'Nur EVM-Konten können Berechtigungen erteilen.',

  // why one was not taken back, by code
  session_failed:
    'Die Berechtigung konnte nicht widerrufen werden. Die App darf weiterhin für dich handeln. Versuche es erneut.',
  session_USER_REJECTED: 'Du hast in deiner Wallet abgelehnt. Die App darf weiterhin für dich handeln.',
  session_unsupported:
    'Apps können das in deiner Wallet nicht widerrufen. Die App darf weiterhin für dich handeln, bis du es dort widerrufst.',
} as const
