### Moving a place to another device.

## On the device that has the place
move-title = Folytatás másik eszközön
move-lead = A sorban elfoglalt helyét magával viheti, például a telefonjára. Ezután csak az új eszközön érvényes, ezen már nem.
move-make-code = Kód megjelenítése
move-code-label = Az Ön kódja
move-scan = Olvassa be ezt a képet a másik eszköz kamerájával, vagy nyissa meg ott ezt a címet, és írja be a kódot:
move-picture-alt = QR-kód, amely a címet és az Ön kódját tartalmazza
move-good-for = A kód egyszer használható fel, a következő 5 percben. Ne mutassa meg senkinek, akinek nem szeretné átadni a helyét.
move-back = Vissza a helyéhez a sorban
move-new-code = Új kód megjelenítése

## On the device that takes it over
move-enter-title = A hely átvétele
move-enter-lead = Írja be a másik eszközön látható kódot.
move-enter-button = Folytatás
move-confirm-lead = Ezzel a gombbal az Ön helye a sorban átkerül erre az eszközre. A másik eszközön megszűnik.
move-confirm-button = Helyem áthelyezése ide
# The place that this browser holds itself is given up.
move-confirm-replaces = Ennek a böngészőnek már van helye ebben a sorban. Ez megszűnik, és az átvett hely lép a helyébe.

## When it does not work
move-error-code = Ez a kód nem érvényes. Lehet, hogy elgépelte, már felhasználták, vagy 5 percnél régebbi. Kérjük, jelenítsen meg új kódot a másik eszközön.
move-error-many = Túl sok próbálkozás történt. Kérjük, várjon egy percet, majd próbálja újra.
move-error-limit = Ezt a helyet már nem lehet többször áthelyezni. Kérjük, maradjon azon az eszközön, amelyen most van.
move-error-away = Ez műszaki probléma miatt pillanatnyilag nem lehetséges. A helye ott marad, ahol van. Kérjük, próbálja újra.
move-error-turn = A másik eszközön már Önre került a sor. Kérjük, ott folytassa.

## Into the line of a priority group
move-priority-title = Van elsőbbségi kódom
move-priority-lead = Írja be a kódját. Ezután a kód csoportjának sorában várakozik, és lemond a mostani helyéről.
move-priority-error = Ez a kód itt nem érvényes. Lehet, hogy elgépelte, már felhasználták, vagy lejárt. A helye változatlan marad.
