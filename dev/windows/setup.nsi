; The set-up program, for makensis. build.sh defines VERSION, PARTS (the gathered folder) and OUT.
; For one user, without an administrator: everything lies in the user's own folder and in HKEY_CURRENT_USER.
Unicode true
Target amd64-unicode
ManifestDPIAware true
!ifdef QUICK
SetCompressor /SOLID zlib
!else
SetCompressor /SOLID lzma
SetCompressorDictSize 64
!endif
RequestExecutionLevel user

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Kiebitz"
!define CLASSES "Software\Classes"
!define KIND "Kiebitz.Turnier"
!define PYTHON "$INSTDIR\app\python.exe"
!define START "$INSTDIR\app\pythonw.exe"
!define SHCNE_ASSOCCHANGED 0x08000000

Name "Kiebitz ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Kiebitz"
BrandingText " "
ShowInstDetails nevershow
ShowUninstDetails nevershow
Icon "${PARTS}\kiebitz.ico"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Kiebitz"
VIAddVersionKey FileDescription "Kiebitz"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "MIT"

!include MUI2.nsh
!define MUI_ICON "${PARTS}\kiebitz.ico"
!define MUI_UNICON "${PARTS}\kiebitz.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PARTS}/side.bmp"
!define MUI_WELCOMEFINISHPAGE_BITMAP_STRETCH AspectFitHeight
!define MUI_WELCOMEPAGE_TITLE "$(welcome_title)"
!define MUI_WELCOMEPAGE_TEXT "$(welcome_text)"
!define MUI_FINISHPAGE_TITLE "$(finish_title)"
!define MUI_FINISHPAGE_TEXT "$(finish_text)"
!define MUI_FINISHPAGE_RUN "${START}"
!define MUI_FINISHPAGE_RUN_PARAMETERS "-m kiebitz"
!define MUI_FINISHPAGE_RUN_TEXT "$(finish_run)"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "English"

LangString welcome_title ${LANG_GERMAN} "Kiebitz ${VERSION}"
LangString welcome_title ${LANG_ENGLISH} "Kiebitz ${VERSION}"
LangString welcome_text ${LANG_GERMAN} "Kiebitz liest fotografierte Doppelkopf-Bögen, rechnet jede Zeile nach und führt den Stand.$\r$\n$\r$\nEs wird nur für Sie eingerichtet; ein Administrator ist nicht nötig. Eine ältere Fassung wird ersetzt: Turniere, Links und Einstellungen bleiben, wie sie sind.$\r$\n$\r$\nNichts verlässt diesen Rechner."
LangString welcome_text ${LANG_ENGLISH} "Kiebitz reads photographed Doppelkopf score sheets, checks every row and keeps the standings.$\r$\n$\r$\nIt is set up for you alone; no administrator is needed. An older version is replaced: tournaments, links and settings stay as they are.$\r$\n$\r$\nNothing leaves this computer."
LangString finish_title ${LANG_GERMAN} "Kiebitz ist eingerichtet"
LangString finish_title ${LANG_ENGLISH} "Kiebitz is set up"
LangString finish_text ${LANG_GERMAN} "Sie finden Kiebitz auf dem Schreibtisch und im Startmenü. Turniere öffnen sich mit einem Doppelklick auf ihre Datei.$\r$\n$\r$\nKiebitz zeigt sich im Browser."
LangString finish_text ${LANG_ENGLISH} "You find Kiebitz on the desktop and in the start menu. A double click on a tournament's file opens it.$\r$\n$\r$\nKiebitz shows itself in the browser."
LangString finish_run ${LANG_GERMAN} "Kiebitz jetzt öffnen"
LangString finish_run ${LANG_ENGLISH} "Open Kiebitz now"
LangString old_windows ${LANG_GERMAN} "Kiebitz braucht Windows 10 oder 11 (64 Bit)."
LangString old_windows ${LANG_ENGLISH} "Kiebitz needs Windows 10 or 11 (64 bit)."
LangString running ${LANG_GERMAN} "Kiebitz läuft noch. Beenden Sie es (Symbol unten rechts neben der Uhr, „Beenden“) und klicken Sie dann auf „Wiederholen“."
LangString running ${LANG_ENGLISH} "Kiebitz is still running. Quit it (symbol at the lower right beside the clock) and then click Retry."
LangString preparing ${LANG_GERMAN} "Kiebitz wird für diesen Rechner vorbereitet: etwa eine halbe Minute ..."
LangString preparing ${LANG_ENGLISH} "Kiebitz is prepared for this computer: about half a minute ..."
LangString broken ${LANG_GERMAN} "Kiebitz ließ sich einrichten, startet auf diesem Rechner aber nicht. Bitte schicken Sie uns die Datei $INSTDIR\einrichtung.log."
LangString broken ${LANG_ENGLISH} "Kiebitz was set up, but does not start on this computer. Please send us the file $INSTDIR\einrichtung.log."
LangString forget ${LANG_GERMAN} "Auch die Einstellungen und die Links der Telefone löschen?$\r$\n$\r$\nIhre Turniere und Fotos bleiben in jedem Fall, wo sie sind."
LangString forget ${LANG_ENGLISH} "Delete the settings and the phones' links as well?$\r$\n$\r$\nYour tournaments and photographs stay where they are in any case."
LangString kind_name ${LANG_GERMAN} "Kiebitz-Turnier"
LangString kind_name ${LANG_ENGLISH} "Kiebitz tournament"
LangString folder_note ${LANG_GERMAN} "Doppelkopf-Bögen einlesen"
LangString folder_note ${LANG_ENGLISH} "Read Doppelkopf score sheets"

!include WinVer.nsh
!include x64.nsh
!include FileFunc.nsh

Function .onInit
  ${Unless} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "$(old_windows)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndUnless}
FunctionEnd

; Waits until no Kiebitz runs, since Windows replaces no program that does; without a person the set-up ends with 3.
!macro StopWhileRunning UN
Function ${UN}StopWhileRunning
    StrCpy $1 "${PYTHON}"
    Call ${UN}IsFree
    StrCpy $1 "${START}"
    Call ${UN}IsFree
    Return
FunctionEnd

Function ${UN}IsFree
  retry:
    IfFileExists $1 0 free
    ClearErrors
    FileOpen $0 $1 a
    IfErrors busy
    FileClose $0
  free:
    Return
  busy:
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(running)" /SD IDCANCEL IDRETRY retry
    SetErrorLevel 3
    Quit
FunctionEnd
!macroend
!insertmacro StopWhileRunning ""
!insertmacro StopWhileRunning "un."

Section
  Call StopWhileRunning
  ; What is left of a set-up that was cut short goes; the older version stays aside until the new one is whole.
  RMDir /r "$INSTDIR\app.old"
  Rename "$INSTDIR\app" "$INSTDIR\app.old"
  RMDir /r "$INSTDIR\Lizenzen"
  SetOverwrite on
  !include "${PARTS}\files.nsh"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\Entfernen.exe"
  RMDir /r "$INSTDIR\app.old"

  CreateShortcut "$SMPROGRAMS\Kiebitz.lnk" "${START}" "-m kiebitz" "$INSTDIR\kiebitz.ico" 0 SW_SHOWNORMAL "" "$(folder_note)"
  CreateShortcut "$DESKTOP\Kiebitz.lnk" "${START}" "-m kiebitz" "$INSTDIR\kiebitz.ico" 0 SW_SHOWNORMAL "" "$(folder_note)"

  WriteRegStr HKCU "${CLASSES}\.kiebitz" "" "${KIND}"
  WriteRegStr HKCU "${CLASSES}\${KIND}" "" "$(kind_name)"
  WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\turnier.ico,0"
  WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"${START}" -m kiebitz "%1"'
  System::Call 'shell32::SHChangeNotify(i ${SHCNE_ASSOCCHANGED}, i 0, p 0, p 0)'

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Kiebitz"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\kiebitz.ico"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Kiebitz"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Entfernen.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\Entfernen.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1

  DetailPrint "$(preparing)"
  nsExec::ExecToStack '"${PYTHON}" "$INSTDIR\app\user_path.py" add "$INSTDIR\bin"'
  Pop $0
  Pop $1
  Delete "$INSTDIR\einrichtung.log"
  nsExec::ExecToStack '"${PYTHON}" "$INSTDIR\app\first_start.py" "$INSTDIR\einrichtung.log"'
  Pop $0
  Pop $1
  ${If} $0 != 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(broken)" /SD IDOK
    SetErrorLevel 4
  ${EndIf}
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

Section un.Kiebitz
  Call un.StopWhileRunning
  nsExec::ExecToStack '"${PYTHON}" "$INSTDIR\app\user_path.py" remove "$INSTDIR\bin"'
  Pop $0
  Pop $1
  Delete "$SMPROGRAMS\Kiebitz.lnk"
  Delete "$DESKTOP\Kiebitz.lnk"
  ReadRegStr $0 HKCU "${CLASSES}\.kiebitz" ""
  ${If} $0 == "${KIND}"
    DeleteRegKey HKCU "${CLASSES}\.kiebitz"
  ${EndIf}
  DeleteRegKey HKCU "${CLASSES}\${KIND}"
  DeleteRegKey HKCU "${UNINSTALL}"
  System::Call 'shell32::SHChangeNotify(i ${SHCNE_ASSOCCHANGED}, i 0, p 0, p 0)'
  RMDir /r "$INSTDIR\app"
  RMDir /r "$INSTDIR\app.old"
  RMDir /r "$INSTDIR\bin"
  RMDir /r "$INSTDIR\Lizenzen"
  Delete "$INSTDIR\kiebitz.ico"
  Delete "$INSTDIR\turnier.ico"
  Delete "$INSTDIR\einrichtung.log"
  Delete "$INSTDIR\Entfernen.exe"
  RMDir "$INSTDIR" ; only if nobody put anything of his own there
  RMDir /r "$LOCALAPPDATA\kiebitz\Cache"
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(forget)" /SD IDNO IDNO kept
  RMDir /r "$LOCALAPPDATA\kiebitz"
  kept:
  RMDir "$LOCALAPPDATA\kiebitz"
SectionEnd
