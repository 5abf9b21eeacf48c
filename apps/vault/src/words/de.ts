import type { Words } from './wordsType.js'

export const de: Words = {
  facts: {
    pair: '{label}: {value}',
    site: 'Website',
    browser: 'Browser',
    place: 'IP-Adresse',
    login: 'Anmeldung',
    until: 'Zurückgehalten bis',
    due: 'Gilt ab',
    time: 'Zeit',
  },
  notYou:
    'Wenn du das nicht warst, klicke nicht auf den Link und gib den Code nicht weiter. Ohne sie geschieht nichts, und du kannst diese E-Mail löschen.',
  link: {
    subject: 'Anmeldung bei {site} genehmigen',
    lead: 'Neuer Anmeldeversuch von einem unbekannten Browser.',
    label: 'Prüfen und genehmigen',
    terms:
      'Der Link gilt 10 Minuten. Genehmige nur eine Anmeldung, die du selbst begonnen hast, und mach im selben Browser weiter.',
    page: {
      question: 'Dieses Gerät genehmigen?',
      lead: 'Neuer Anmeldeversuch von einem unbekannten Browser. Genehmige ihn nur, wenn du ihn selbst begonnen hast.',
      validFor: 'Gültig für',
      approve: 'Genehmigen',
      notYou: 'Wenn du das nicht warst, schließe diese Seite. Ohne deine Genehmigung kann sich niemand anmelden.',
      startAgain: 'Beginne in der App von vorn, um einen neuen Link zu erhalten.',
      done: 'Gerät genehmigt',
      doneLead:
        'Wir haben dir einen Code per E-Mail geschickt. Gib ihn bei {site} in dem Tab ein, in dem du begonnen hast.',
      close: 'Du kannst diese Seite schließen.',
      back: 'Zurück zu {site}',
    },
  },
  login: {
    subject: 'Dein Code für {site}',
    lead: 'Dein Code zum Anmelden:',
    terms: 'Er gilt 10 Minuten, einmal und nur in dem Browser, in dem du ihn angefordert hast.',
  },
  sms: { login: '{code} ist dein Code für {site}. Gib ihn nicht weiter.' },
  primary: {
    subject: 'Dein Code zum Ändern deiner E-Mail-Adresse',
    lead: 'Jemand, der mit deinem Konto angemeldet ist, möchte die E-Mail-Adresse deiner Wallet ändern. Dein Code, um das zu erlauben:',
    terms: 'Er gilt 10 Minuten und einmal. Gib ihn niemals weiter.',
  },
  secondary: {
    subject: 'Dein Code zum Bestätigen deiner neuen E-Mail-Adresse',
    lead: 'Dein Code, um dich ab jetzt mit dieser E-Mail-Adresse anzumelden:',
    terms: 'Er gilt 10 Minuten und einmal.',
  },
  guest: {
    subject: 'Dein Code, um deiner Wallet eine Anmeldung hinzuzufügen',
    lead: 'Dein Code, um diese E-Mail-Adresse einer Gast-Wallet hinzuzufügen, die sie ab jetzt öffnet:',
    terms: 'Er gilt 10 Minuten, einmal und nur in dem Browser, in dem du ihn angefordert hast. Gib ihn niemals weiter.',
  },
  account: {
    subject: 'Dein Code zur Bestätigung, dass du es bist',
    terms: 'Er gilt 10 Minuten und einmal. Gib ihn nur auf deiner Wallet-Seite ein: Keine App fragt danach.',
    leads: {
      export:
        'Dein Code, um deine Wiederherstellungsphrase anzuzeigen. Wer diese Wörter hat, kontrolliert deine Wallet dauerhaft:',
      import: 'Dein Code, um eine Wiederherstellungsphrase zu importieren, was deine Adressen ändert:',
      recovery:
        'Dein Code, um einen Wiederherstellungscode zu erstellen, der deine Wallet auf eine andere E-Mail-Adresse übertragen kann:',
      seal: 'Dein Code, um die Versiegelung deiner Wallet zu ändern:',
      link: 'Dein Code, um eine Anmeldung hinzuzufügen, die deine Wallet öffnet:',
      unlink: 'Dein Code, um eine Anmeldung von deiner Wallet zu entfernen:',
      freeze: 'Dein Code, um deine Wallet einzufrieren oder wieder freizugeben:',
      factor: 'Dein Code, um einen zweiten Faktor für deine Wallet einzurichten:',
      custody: 'Dein Code, um zu ändern, wem dein Smart-Konto gehört:',
    },
  },
  notices: {
    'login.done': {
      title: 'Deine Wallet wurde in einem anderen Browser geöffnet',
      text: 'Jemand hat sich in einem bisher unbekannten Browser bei deiner Wallet angemeldet.',
    },
    'login.linked': {
      title: 'Deine Wallet hat eine neue Anmeldung mit {login}',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat ein {login}-Konto hinzugefügt. Es öffnet ab jetzt deine Wallet.',
    },
    'login.removed': {
      title: 'Eine Anmeldung wurde von deiner Wallet entfernt',
      text: 'Deine Wallet öffnet sich nicht mehr mit dieser Anmeldung: {login}. Browser, die sie benutzt haben, wurden abgemeldet.',
    },
    'passkey.added': {
      title: 'Deiner Wallet wurde ein Passkey hinzugefügt',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat einen Passkey hinzugefügt. Er öffnet ab jetzt deine Wallet.',
    },
    'passkey.copied': {
      title: 'Einer deiner Passkeys wurde kopiert',
      text: 'Jemand wollte sich mit einer Kopie deines Passkeys anmelden. Das haben wir abgelehnt. Entferne den Passkey auf deiner Wallet-Seite und erstelle einen neuen.',
    },
    'update.done': {
      title: 'Deine E-Mail-Adresse wurde geändert',
      text: 'Du meldest dich ab jetzt mit einer neuen E-Mail-Adresse an. Alle anderen Browser wurden abgemeldet. 24 Stunden lang kann sich kein neuer Browser anmelden und die Wiederherstellungsphrase nicht angezeigt werden.',
    },
    'update.done.former': {
      title: 'Deine E-Mail-Adresse wurde geändert',
      text: 'Deine Wallet öffnet sich nicht mehr mit dieser E-Mail-Adresse. Alle anderen Browser wurden abgemeldet. 24 Stunden lang kann sich kein neuer Browser anmelden und die Wiederherstellungsphrase nicht angezeigt werden.',
    },
    'update.undone': {
      title: 'Die Änderung deiner E-Mail-Adresse wurde rückgängig gemacht',
      text: 'Deine Wallet öffnet sich wieder mit der vorherigen E-Mail-Adresse. Alle Browser wurden abgemeldet, und die nach der Änderung hinzugekommenen gelten nicht mehr als bekannt.',
    },
    'update.undone.former': {
      title: 'Die Änderung deiner E-Mail-Adresse wurde rückgängig gemacht',
      text: 'Die Wallet öffnet sich nicht mehr mit dieser E-Mail-Adresse. Wem die vorherige gehört, hat die Änderung rückgängig gemacht.',
    },
    'device.revoked': {
      title: 'Ein Browser wurde von deiner Wallet abgemeldet',
      text: 'Er braucht einen Link per E-Mail und einen Code, um sich wieder anzumelden.',
    },
    'resume.reused': {
      title: 'Eine Sitzung deiner Wallet wurde zweimal verwendet',
      text: 'Jemand hat sie vielleicht aus einer App kopiert. Die Sitzung wurde an beiden Stellen beendet.',
    },
    'export.done': {
      title: 'Deine Wiederherstellungsphrase wurde angezeigt',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat die Wiederherstellungsphrase gesehen. Wer diese Wörter hat, kontrolliert deine Wallet dauerhaft. Wenn du das nicht warst, übertrage dein Guthaben jetzt auf eine andere Wallet.',
    },
    'recovery.printed': {
      title: 'Ein Wiederherstellungscode wurde für deine Wallet erstellt',
      text: 'Wer diesen Code hat, kann deine Wallet innerhalb von 72 Stunden auf eine andere E-Mail-Adresse übertragen. Er ersetzt jeden früheren Code.',
    },
    'recovery.started': {
      title: 'Deine Wallet zieht zu einer anderen E-Mail-Adresse um',
      text: 'Jemand hat deinen Wiederherstellungscode verwendet. In 72 Stunden gehört deine Wallet zu einer anderen E-Mail-Adresse.',
    },
    'recovery.started.next': {
      title: 'Eine Wallet zieht zu deiner E-Mail-Adresse um',
      text: 'Jemand überträgt seine Wallet mit einem Wiederherstellungscode auf diese E-Mail-Adresse. Melde dich in 72 Stunden damit an. Wenn du das nicht warst, ignoriere diese E-Mail.',
    },
    'recovery.cancelled': {
      title: 'Die Wiederherstellung deiner Wallet wurde abgebrochen',
      text: 'Deine Wallet bleibt bei ihrer E-Mail-Adresse. Der verwendete Wiederherstellungscode gilt nicht mehr: Erstelle einen neuen.',
    },
    'recovery.done': {
      title: 'Deine Wallet ist zu dieser E-Mail-Adresse umgezogen',
      text: 'Sie wurde mit ihrem Wiederherstellungscode wiederhergestellt. Alle bisher angemeldeten Browser wurden abgemeldet.',
    },
    'recovery.done.former': {
      title: 'Deine Wallet ist zu einer anderen E-Mail-Adresse umgezogen',
      text: 'Sie wurde mit ihrem Wiederherstellungscode wiederhergestellt. Du meldest dich nicht mehr mit dieser E-Mail-Adresse an.',
    },
    'seal.asked': {
      title: 'Deine Wallet wird versiegelt',
      text: 'Jemand, der als du angemeldet ist, möchte deine Wallet mit einem gedruckten Code versiegeln. Das gilt in 24 Stunden. Ab dann öffnet niemand die Wallet ohne diesen Code oder einen Passkey, und niemand kann sie wiederherstellen. Wenn eine neue Wiederherstellungsphrase verlangt wurde, bekommt die Wallet auch neue Adressen; die alten bleiben deine.',
    },
    'seal.cancelled': {
      title: 'Das Versiegeln deiner Wallet wurde abgebrochen',
      text: 'Deine Wallet bleibt, wie sie ist: Man braucht keinen gedruckten Code, um sie zu benutzen.',
    },
    'seal.made': {
      title: 'Deine Wallet wurde versiegelt',
      text: 'Ab jetzt signiert sie nur, nachdem sie mit ihrem eigenen Code oder Passkey entsperrt wurde. Wer alle davon verliert, verliert die Wallet.',
    },
    'seal.added': {
      title: 'Deine versiegelte Wallet hat einen weiteren Schlüssel',
      text: 'Jemand hat einen Code oder einen Passkey hinzugefügt, der deine Wallet entsperrt.',
    },
    'seal.removed': {
      title: 'Deine Wallet ist nicht mehr versiegelt',
      text: 'Sie signiert, ohne vorher entsperrt zu werden.',
    },
    'seal.undone': {
      title: 'Das Siegel deiner Wallet wurde rückgängig gemacht',
      text: 'Es entstand nach der Änderung deiner E-Mail-Adresse, und diese Änderung wurde rückgängig gemacht. Deine Wallet signiert, ohne vorher entsperrt zu werden.',
    },
    'wallet.created': {
      title: 'Deine Wallet ist versiegelt und hat neue Adressen',
      text: 'Ab jetzt signiert sie nur, nachdem sie mit ihrem eigenen Code oder Passkey entsperrt wurde. Wer alle davon verliert, verliert die Wallet. Was an den alten Adressen liegt, gehört weiterhin dir: Übertrage es und gib die neuen Adressen denen, die dir etwas zahlen.',
    },
    'wallet.chosen': {
      title: 'Deine Wallet benutzt andere Adressen',
      text: 'Jemand, der als du angemeldet ist, hat zwischen deiner Wallet von vor der neuen Wiederherstellungsphrase und der neuen gewechselt. Was an beiden Adressen liegt, gehört weiterhin dir.',
    },
    'wallet.imported': {
      title: 'Deine Wallet verwendet importierte Adressen',
      text: 'Jemand, der als du angemeldet ist, hat eine Wiederherstellungsphrase oder einen privaten Schlüssel importiert. Was an deinen bisherigen Adressen liegt, gehört weiterhin dir: Wechsle auf der Seite deiner Wallet zu ihnen zurück. Wenn du das nicht warst, friere deine Wallet ein und sende nichts an die neuen Adressen.',
    },
    'unlock.asked': {
      title: 'Ein neuer Browser möchte deine Wallet entsperren',
      text: 'Bestätige ihn innerhalb von 30 Minuten auf deiner Wallet-Seite, in einem Browser, den du länger als einen Tag benutzt.',
    },
    'unlock.approved': {
      title: 'Ein neuer Browser darf deine Wallet entsperren',
      text: 'Jemand hat ihn in einem schon bekannten Browser bestätigt. Er braucht trotzdem deinen gedruckten Code oder einen Passkey.',
    },
    'transfer.held': {
      title: 'Eine Überweisung aus deiner Wallet wird zurückgehalten',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat eine Überweisung genehmigt. Sie wird zurückgehalten und kann danach ausgeführt werden.',
    },
    'transfer.cancelled': {
      title: 'Eine Überweisung aus deiner Wallet wurde abgebrochen',
      text: 'Es wurde nichts gesendet. Der Browser, der die Überweisung angefordert hat, wurde abgemeldet.',
    },
    'limit.reached': {
      title: 'Deine Wallet hat ihr Tageslimit erreicht',
      text: 'Eine Anfrage, mehr zu senden, als deine Wallet an einem Tag senden darf, wurde abgelehnt. Es wurde nichts gesendet.',
    },
    'permission.granted': {
      title: 'Eine App darf jetzt für dich handeln',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat dieser App erlaubt, innerhalb von Grenzen ohne Rückfrage zu senden oder Verträge aufzurufen.',
    },
    'permission.revoked': {
      title: 'Eine Berechtigung einer App wurde widerrufen',
      text: 'Die App kann nicht mehr ohne Rückfrage für dich handeln.',
    },
    'selfCustody.on': {
      title: 'Dein Smart-Konto gehört jetzt einem Passkey',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat die Selbstverwahrung eingeschaltet. Dein Smart-Konto hat eine neue Adresse, und nur ein Passkey deiner Wallet oder der Wiederherstellungscode kann von dort senden.',
    },
    'selfCustody.off': {
      title: 'Die Selbstverwahrung deines Smart-Kontos wurde ausgeschaltet',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat die Selbstverwahrung ausgeschaltet. Deine Wallet benutzt wieder die frühere Adresse. Was an der anderen Adresse liegt, bleibt dort, und nur ihre Passkeys und ihr Wiederherstellungscode können es senden.',
    },
    'selfCustody.changed': {
      title: 'Die Eigentümer deines Smart-Kontos haben sich geändert',
      text: 'Auf einem der Netzwerke wurde geändert, welche Passkeys aus deinem Smart-Konto senden können. Dafür wurde einer seiner Passkeys oder sein Wiederherstellungscode benutzt. Wenn du das nicht warst, sende, was im Konto ist, an ein anderes.',
    },
    'selfCustody.guarded': {
      title: 'Die Vertrauenspersonen deines Smart-Kontos haben sich geändert',
      text: 'Auf einem der Netzwerke wurde geändert, wer deinem Smart-Konto gemeinsam einen neuen Eigentümer geben kann.',
    },
    'selfCustody.requested': {
      title: 'Deine Vertrauenspersonen wollen den Eigentümer deines Smart-Kontos ersetzen',
      text: 'Genug deiner Vertrauenspersonen verlangen, dass ein anderer Passkey dein Smart-Konto auf einem der Netzwerke übernimmt. Wenn du sie nicht darum gebeten hast, brich es auf der Seite deiner Wallet ab, bevor die Wartezeit endet.',
    },
    'factor.added': {
      title: 'Deine Wallet hat einen zweiten Faktor',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat einen zweiten Faktor hinzugefügt. Ab jetzt brauchen Anmeldungen in neuen Browsern und wichtige Änderungen auch diese Authenticator-App oder einen Passkey.',
    },
    'factor.changed': {
      title: 'Deine zweiten Faktoren wurden geändert',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat eine Authenticator-App oder Passkeys aktiviert oder deaktiviert und das mit einem zweiten Faktor bestätigt. Deine Wallet hat weiterhin einen.',
    },
    'factor.removed': {
      title: 'Deine Wallet hat keinen zweiten Faktor mehr',
      text: 'Neue Browser melden sich ohne ihn an, und Überweisungen und Änderungen brauchen ihn nicht mehr.',
    },
    'factor.renewed': {
      title: 'Deine Backup-Codes wurden ersetzt',
      text: 'Die früheren Codes funktionieren nicht mehr.',
    },
    'factor.limited': {
      title: 'Das Limit deines zweiten Faktors wurde geändert',
      text: 'Jemand, der mit deinem Konto angemeldet ist, hat geändert, wie viel deine Wallet ohne zweiten Faktor sendet.',
    },
    'factor.codeUsed': {
      title: 'Ein Backup-Code deiner Wallet wurde verwendet',
      text: 'Jemand hat ihn anstelle deines zweiten Faktors verwendet. Er funktioniert einmal. Erstelle auf deiner Wallet-Seite neue, bevor sie ausgehen.',
    },
    'factor.refused': {
      title: 'Jemand rät den Code deines zweiten Faktors',
      text: 'Diese Person kann sich als du anmelden, hat aber deinen zweiten Faktor nicht. Sichere dein E-Mail-Konto oder deine Anmeldung. Nichts wurde geöffnet oder gesendet.',
    },
    'factor.lost': {
      title: 'Dein zweiter Faktor wird entfernt',
      text: 'Jemand, der sich als du angemeldet hat, hat ihn als verloren gemeldet. Er wird in 72 Stunden entfernt und ist bis dahin weiter nötig.',
    },
    'factor.kept': {
      title: 'Dein zweiter Faktor bleibt',
      text: 'Er wurde nicht entfernt: Die Verlustmeldung wurde abgebrochen.',
    },
    'factor.gone': {
      title: 'Dein zweiter Faktor wurde entfernt',
      text: 'Er wurde vor 72 Stunden als verloren gemeldet. Neue Browser melden sich ohne ihn an. Richte auf deiner Wallet-Seite einen neuen ein.',
    },
    'devices.revoked': {
      title: 'Alle Browser wurden von deiner Wallet abgemeldet',
      text: 'Das hat der Wallet-Anbieter getan. Jeder Browser braucht einen Link per E-Mail und einen Code, um sich wieder anzumelden.',
    },
    'user.frozen': {
      title: 'Der Wallet-Anbieter hat deine Wallet eingefroren',
      text: 'Es wird nichts signiert, exportiert oder geändert, und niemand kann sich anmelden. Wende dich an den Support des Wallet-Anbieters.',
    },
    'user.unfrozen': {
      title: 'Der Wallet-Anbieter hat deine Wallet wieder freigegeben',
      text: 'Sie kann wieder signieren.',
    },
    'wallet.frozen': {
      title: 'Deine Wallet ist eingefroren',
      text: 'Es wird nichts signiert, exportiert oder geändert, und kein neuer Browser kann sich anmelden. Das endet nach 72 Stunden. Du kannst es auf deiner Wallet-Seite früher beenden, in einem Browser, der einen Tag vorher bekannt war.',
    },
    'wallet.unfrozen': {
      title: 'Deine Wallet ist nicht mehr eingefroren',
      text: 'Sie kann wieder signieren.',
    },
  },
  acts: {
    revoke: {
      label: 'Diesen Browser abmelden',
      advice:
        'Wenn du das nicht warst, sichere zuerst dein E-Mail-Konto oder deine Anmeldung und melde dann diesen Browser ab.',
      question: 'Diesen Browser abmelden?',
      lead: 'Er braucht dann einen Link per E-Mail und einen Code, um sich wieder anzumelden.',
      done: 'Der Browser ist abgemeldet',
    },
    undo: {
      label: 'Diese Änderung rückgängig machen',
      advice:
        'Wenn du das nicht warst, sichere zuerst dein E-Mail-Konto und mach das dann rückgängig. Das geht 72 Stunden lang.',
      question: 'Änderung deiner E-Mail-Adresse rückgängig machen?',
      lead: 'Du meldest dich wieder mit dieser E-Mail-Adresse an. Alle Browser werden abgemeldet, und die mit der Änderung hinzugekommenen gelten nicht mehr als bekannt.',
      done: 'Die Änderung wurde rückgängig gemacht',
    },
    cancel: {
      label: 'Wiederherstellung abbrechen',
      advice: 'Wenn du das nicht warst, brich die Wiederherstellung ab. Wenn du es warst, musst du nichts tun.',
      question: 'Wiederherstellung abbrechen?',
      lead: 'Deine Wallet bleibt bei ihrer E-Mail-Adresse. Der verwendete Wiederherstellungscode gilt nicht mehr: Erstelle einen neuen.',
      done: 'Die Wiederherstellung ist abgebrochen',
    },
    unlink: {
      label: 'Diese Anmeldung entfernen',
      advice: 'Wenn du das nicht warst, sichere zuerst dein E-Mail-Konto und entferne dann diese Anmeldung.',
      question: 'Diese Anmeldung von deiner Wallet entfernen?',
      lead: 'Sie öffnet deine Wallet nicht mehr, und Browser, die damit angemeldet waren, werden abgemeldet.',
      done: 'Die Anmeldung ist entfernt',
    },
    hold: {
      label: 'Überweisung abbrechen',
      advice:
        'Wenn du das nicht warst, brich die Überweisung ab. Wenn du es warst, tu nichts und fordere sie nach dieser Zeit noch einmal an.',
      question: 'Überweisung abbrechen?',
      lead: 'Zurückgehaltene Überweisungen werden nie ausgeführt, und der Browser, der sie angefordert hat, wird abgemeldet.',
      done: 'Die Überweisung ist abgebrochen',
    },
    permission: {
      label: 'Berechtigung widerrufen',
      advice: 'Wenn du das nicht warst, widerrufe die Berechtigung.',
      question: 'Diese Berechtigung widerrufen?',
      lead: 'Die App kann nicht mehr ohne Rückfrage für dich handeln. Was sie schon getan hat, bleibt.',
      done: 'Die Berechtigung ist widerrufen',
    },
    seal: {
      label: 'Versiegeln abbrechen',
      advice:
        'Wenn du das nicht warst, brich es ab, bevor es gilt, und sichere dann dein E-Mail-Konto. Wenn du es warst, bewahre den gedruckten Code sicher auf und tu nichts.',
      question: 'Versiegeln deiner Wallet abbrechen?',
      lead: 'Die Wallet bleibt, wie sie ist: Man braucht keinen gedruckten Code, um sie zu benutzen. Der Browser, der das angefordert hat, wird abgemeldet.',
      done: 'Deine Wallet bleibt, wie sie ist',
    },
    factor: {
      label: 'Entfernen',
      advice: 'Wenn du das nicht warst, entferne den zweiten Faktor. Das geht 72 Stunden lang.',
      question: 'Zweiten Faktor entfernen?',
      lead: 'Er ist nicht mehr nötig, um deine Wallet zu benutzen. Der Browser, der ihn hinzugefügt hat, wird abgemeldet.',
      done: 'Der zweite Faktor ist entfernt',
    },
    keep: {
      label: 'Zweiten Faktor behalten',
      advice:
        'Wenn du das nicht warst, behalte ihn und sichere dann dein E-Mail-Konto oder deine Anmeldung. Wenn du es warst, musst du nichts tun.',
      question: 'Zweiten Faktor behalten?',
      lead: 'Er wird nicht entfernt. Der Browser, der ihn als verloren gemeldet hat, wird abgemeldet.',
      done: 'Dein zweiter Faktor bleibt',
    },
    freeze: {
      label: 'Meine Wallet einfrieren',
      advice: 'Wenn du das nicht warst, friere deine Wallet ein.',
      question: 'Deine Wallet einfrieren?',
      lead: '72 Stunden lang wird nichts signiert, exportiert oder geändert, und kein neuer Browser kann sich anmelden. Du kannst das auf deiner Wallet-Seite früher beenden, in einem Browser, der einen Tag vorher bekannt war.',
      done: 'Deine Wallet ist eingefroren',
    },
  },
  emailLogin: 'E-Mail',
  passkeyLogin: 'Passkey',
  wallet: 'Deine Wallet-Seite: Browser, Anmeldungen und Hinweise',
  page: {
    gone: 'Dieser Link gilt nicht mehr',
    goneLead: 'Er wurde schon benutzt oder ist abgelaufen.',
    next: 'Wenn du das nicht selbst begonnen hast, sichere auch dein E-Mail-Konto.',
    wasYou: 'Wenn du es warst, schließe diese Seite: Nichts ändert sich.',
  },
}
