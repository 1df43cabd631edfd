export const sectorLetters = 'BFTEACHMPGKRS'

export interface ListedEquity {
  readonly symbol: string
  readonly name: string
  readonly exchangeToken: number
  /** Rupees, on the anchor date. */
  readonly anchorPrice: number
  readonly sector: number
  /** Units of one derivative contract; 0 without derivatives. */
  readonly lotSize: number
  /** 0 NIFTY 50, 1 NIFTY 100, 2 NIFTY 200, 3 NIFTY 500: the narrowest that holds it. */
  readonly tier: number
}

/* Symbol, name, NSE token, anchor price, sector, lot, tier; of 2026. Prices only scale the simulation. */
const list = `
HDFCBANK|HDFC Bank|1333|998|B|650|0
RELIANCE|Reliance Industries|2885|1551|E|500|0
ICICIBANK|ICICI Bank|4963|1367|B|700|0
BHARTIARTL|Bharti Airtel|10604|2117|T|475|0
INFY|Infosys|1594|1541|T|400|0
LT|Larsen & Toubro|11483|4039|R|175|0
SBIN|State Bank of India|3045|970|B|750|0
ITC|ITC|1660|403|C|1600|0
AXISBANK|Axis Bank|5900|1283|B|625|0
TCS|Tata Consultancy Services|11536|3100|T|175|0
KOTAKBANK|Kotak Mahindra Bank|1922|415|B|2000|0
M&M|Mahindra & Mahindra|2031|3682|A|200|0
BAJFINANCE|Bajaj Finance|317|999|F|750|0
HINDUNILVR|Hindustan Unilever|1394|2422|C|300|0
MARUTI|Maruti Suzuki India|10999|16014|A|50|0
ETERNAL|Eternal|5097|304|S|2425|0
SUNPHARMA|Sun Pharmaceutical Industries|3351|1780|H|350|0
NTPC|NTPC|11630|326|P|1500|0
TITAN|Titan Company|3506|3850|S|175|0
BEL|Bharat Electronics|383|412|G|1425|0
TATASTEEL|Tata Steel|3499|172|M|2750|0
HCLTECH|HCL Technologies|7229|1620|T|400|0
ULTRACEMCO|UltraTech Cement|11532|11700|R|50|0
POWERGRID|Power Grid Corporation of India|14977|276|P|1900|0
ASIANPAINT|Asian Paints|236|2888|S|250|0
HINDALCO|Hindalco Industries|1363|795|M|700|0
BAJAJFINSV|Bajaj Finserv|16675|2059|F|300|0
SHRIRAMFIN|Shriram Finance|4306|847|F|825|0
INDIGO|InterGlobe Aviation|11195|5841|S|150|0
ADANIPORTS|Adani Ports and Special Economic Zone|15083|1514|S|475|0
GRASIM|Grasim Industries|1232|2714|R|250|0
JSWSTEEL|JSW Steel|11723|1145|M|675|0
TECHM|Tech Mahindra|13538|1450|T|600|0
EICHERMOT|Eicher Motors|910|7251|A|100|0
BAJAJ-AUTO|Bajaj Auto|16669|9090|A|75|0
JIOFIN|Jio Financial Services|18143|305|F|2350|0
ONGC|Oil & Natural Gas Corporation|2475|248|E|2250|0
COALINDIA|Coal India|20374|375|E|1350|0
NESTLEIND|Nestle India|17963|1270|C|500|0
CIPLA|Cipla|694|1517|H|425|0
SBILIFE|SBI Life Insurance Company|21808|2036|F|375|0
TMPV|Tata Motors Passenger Vehicles|3456|370|A|800|0
HDFCLIFE|HDFC Life Insurance Company|467|785|F|1100|0
MAXHEALTH|Max Healthcare Institute|22377|1167|H|525|0
DRREDDY|Dr. Reddy's Laboratories|881|1241|H|625|0
APOLLOHOSP|Apollo Hospitals Enterprise|157|7344|H|125|0
TATACONSUM|Tata Consumer Products|3432|1170|C|550|0
TRENT|Trent|1964|4300|S|100|0
WIPRO|Wipro|3787|245|T|3000|0
ADANIENT|Adani Enterprises|25|2348|M|300|0
ABB|ABB India|13|7230|G|125|1
ADANIENSOL|Adani Energy Solutions|10217|1342.25|P|675|1
ADANIGREEN|Adani Green Energy|3563|1227.15|P|600|1
ADANIPOWER|Adani Power|17388|221.85|P|3550|1
AMBUJACEM|Ambuja Cements|1270|444.2|R|1200|1
BAJAJHLDNG|Bajaj Holdings & Investment|305|10267|F|75|1
BANKBARODA|Bank of Baroda|4668|263.46|B|2925|1
BOSCHLTD|Bosch|2181|35995|A|25|1
BPCL|Bharat Petroleum Corporation|526|300.45|E|1975|1
BRITANNIA|Britannia Industries|547|5726|C|125|1
CANBK|Canara Bank|10794|134.65|B|6750|1
CGPOWER|CG Power and Industrial Solutions|760|813.35|G|850|1
CHOLAFIN|Cholamandalam Investment and Finance Company|685|1562.9|F|625|1
CUMMINSIND|Cummins India|1901|5266.4|G|200|1
DIVISLAB|Divi's Laboratories|10940|6502.5|H|100|1
DLF|DLF|14732|587|R|950|1
DMART|Avenue Supermarts|19913|4585.9|S|150|1
ENRIN|Siemens Energy India|756871|3278.8|G|0|1
GAIL|GAIL (India)|4717|163.23|E|3550|1
GODREJCP|Godrej Consumer Products|10099|1067.1|C|500|1
HAL|Hindustan Aeronautics|2303|4338.8|G|150|1
HDFCAMC|HDFC Asset Management Company|4244|2712.6|F|300|1
HINDZINC|Hindustan Zinc|1424|595.95|M|1225|1
HYUNDAI|Hyundai Motor India|25844|1817.6|A|275|1
INDHOTEL|Indian Hotels Co|1512|635.85|S|1000|1
IOC|Indian Oil Corporation|1624|142.25|E|4875|1
IRFC|Indian Railway Finance Corporation|2029|104.21|F|5425|1
JINDALSTEL|Jindal Steel|6733|1223.1|M|625|1
LODHA|Lodha Developers|3220|897.9|R|450|1
LTM|LTIMindtree|17818|4269.6|T|150|1
MAZDOCK|Mazagoan Dock Shipbuilders|509|2733.2|G|200|1
MOTHERSON|Samvardhana Motherson International|4204|121.21|A|6150|1
MUTHOOTFIN|Muthoot Finance|23650|3424.2|F|275|1
PFC|Power Finance Corporation|14299|448.4|F|1300|1
PIDILITIND|Pidilite Industries|2664|1375.7|K|500|1
PNB|Punjab National Bank|10666|109.36|B|8000|1
RECLTD|REC|15355|354.3|F|1275|1
SHREECEM|Shree Cement|3103|24195|R|25|1
SIEMENS|Siemens|3150|3808.2|G|125|1
SOLARINDS|Solar Industries India|13332|15439|K|75|1
TATACAP|Tata Capital|759265|333.15|F|0|1
TATAPOWER|Tata Power Co|3426|444.55|P|1450|1
TMCV|Tata Motors|759782|409.9|G|0|1
TORNTPHARM|Torrent Pharmaceuticals|3518|4185.1|H|125|1
TVSMOTOR|TVS Motor Company|8479|3492.9|A|175|1
UNIONBANK|Union Bank of India|10753|165.94|B|4425|1
UNITDSPR|United Spirits|10447|1325.6|C|400|1
VBL|Varun Beverages|18921|513.7|C|1125|1
VEDL|Vedanta|3063|271.55|M|1150|1
ZYDUSLIFE|Zydus Lifesciences|7929|891.9|H|900|1
360ONE|360 ONE WAM|13061|1034.65|F|500|2
ACC|ACC|22|1422.1|R|0|2
APLAPOLLO|APL Apollo Tubes|25780|1905|G|350|2
AUBANK|AU Small Finance Bank|21238|1015.95|B|1000|2
ATGL|Adani Total Gas|6066|634.7|E|0|2
ABCAPITAL|Aditya Birla Capital|21614|345.5|F|3100|2
ALKEM|Alkem Laboratories|11703|5400|H|125|2
ASHOKLEY|Ashok Leyland|212|162.09|G|5000|2
ASTRAL|Astral|14418|1529.7|G|425|2
AUROPHARMA|Aurobindo Pharma|275|1389.5|H|550|2
BSE|BSE|19585|3640.5|F|375|2
BAJAJHFL|Bajaj Housing Finance|25270|87.18|F|0|2
BANKINDIA|Bank of India|4745|139.87|B|5200|2
BDL|Bharat Dynamics|2144|1364.1|G|425|2
BHARATFORG|Bharat Forge|422|1881.6|A|500|2
BHEL|Bharat Heavy Electricals|438|352.41|G|2625|2
BHARTIHEXA|Bharti Hexacom|23489|1517.4|T|0|2
BIOCON|Biocon|11373|359.65|H|2500|2
BLUESTARCO|Blue Star|8311|1781|S|325|2
COCHINSHIP|Cochin Shipyard|21508|1733.4|G|400|2
COFORGE|Coforge|11543|1195.9|T|475|2
COLPAL|Colgate Palmolive (India)|15141|2096.2|C|275|2
CONCOR|Container Corporation of India|4749|508.85|S|1250|2
COROMANDEL|Coromandel International|739|1981.7|K|0|2
DABUR|Dabur India|772|441.5|C|1250|2
DIXON|Dixon Technologies (India)|21690|11166.5|S|50|2
EXIDEIND|Exide Industries|676|360.55|A|0|2
NYKAA|FSN E-Commerce Ventures|6545|264.76|S|3125|2
FEDERALBNK|Federal Bank|1023|286.95|B|2500|2
FORTIS|Fortis Healthcare|14592|922.95|H|775|2
GMRAIRPORT|GMR Airports|13528|96.43|S|6975|2
GLENMARK|Glenmark Pharmaceuticals|7406|2406.3|H|375|2
GODFRYPHLP|Godfrey Phillips India|1181|2251|C|275|2
GODREJPROP|Godrej Properties|17875|1835.2|R|325|2
HAVELLS|Havells India|9819|1240.6|S|500|2
HEROMOTOCO|Hero MotoCorp|1348|5099|A|150|2
HINDPETRO|Hindustan Petroleum Corporation|1406|374.55|E|2025|2
POWERINDIA|Hitachi Energy India|18457|33550|G|25|2
HUDCO|Housing & Urban Development Corporation|20825|220.87|F|0|2
ICICIGI|ICICI Lombard General Insurance Company|21770|1763.2|F|325|2
IDFCFIRSTB|IDFC First Bank|11184|69.64|B|9275|2
IRB|IRB Infrastructure Developers|15313|21.54|R|0|2
ITCHOTELS|ITC Hotels|29251|160.57|S|0|2
INDIANB|Indian Bank|14309|851.85|B|1000|2
IRCTC|Indian Railway Catering And Tourism Corporation|13611|539.55|S|0|2
IREDA|Indian Renewable Energy Development Agency|20261|135.1|F|4525|2
IGL|Indraprastha Gas|11262|166.02|E|0|2
INDUSTOWER|Indus Towers|29135|409.95|T|1700|2
INDUSINDBK|IndusInd Bank|5258|916.05|B|700|2
NAUKRI|Info Edge (India)|13751|972.85|S|375|2
JSWENERGY|JSW Energy|17869|561.15|P|1000|2
JUBLFOOD|Jubilant Foodworks|18096|478.6|S|1250|2
KEI|KEI Industries|13310|4857.5|G|175|2
KPITTECH|KPIT Technologies|9683|759.05|T|425|2
KALYANKJIL|Kalyan Jewellers India|2955|412.75|S|1175|2
LTF|L&T Finance|24948|279.73|F|2250|2
LICHSGFIN|LIC Housing Finance|1997|554.7|F|1000|2
LICI|Life Insurance Corporation of India|9480|797.9|F|700|2
LUPIN|Lupin|10440|2305.2|H|425|2
MRF|MRF|2277|129710|A|0|2
M&MFIN|Mahindra & Mahindra Financial Services|13285|310.7|F|0|2
MANKIND|Mankind Pharma|15380|2246.7|H|225|2
MARICO|Marico|4067|775|C|1200|2
MFSL|Max Financial Services|2142|1585.7|F|400|2
MOTILALOFS|Motilal Oswal Financial Services|14947|800.25|F|775|2
MPHASIS|MphasiS|4503|2276.7|T|275|2
NHPC|NHPC|17400|83.2|P|6400|2
NMDC|NMDC|15332|90.37|M|6750|2
NTPCGREEN|NTPC Green Energy|27176|109.85|P|0|2
NATIONALUM|National Aluminium Co|6364|399.3|M|1875|2
OBEROIRLTY|Oberoi Realty|20242|1669.6|R|350|2
OIL|Oil India|17438|490.8|E|1400|2
PAYTM|One 97 Communications|6705|1095.8|F|725|2
OFSS|Oracle Financial Services Software|10738|9726.5|T|75|2
POLICYBZR|PB Fintech|6656|1666.2|F|350|2
PIIND|PI Industries|24184|3054.8|K|175|2
PAGEIND|Page Industries|14413|36785|S|15|2
PATANJALI|Patanjali Foods|17029|459.45|C|900|2
PERSISTENT|Persistent Systems|18365|4800|T|100|2
PHOENIXLTD|Phoenix Mills|14552|1765|R|350|2
POLYCAB|Polycab India|9590|8110.5|G|125|2
PREMIERENE|Premier Energies|25049|1018.15|G|0|2
PRESTIGE|Prestige Estates Projects|20302|1414.4|R|450|2
RVNL|Rail Vikas Nigam|9552|297.65|R|1375|2
SBICARD|SBI Cards and Payment Services|17971|643.9|F|800|2
SRF|SRF|3273|2518.6|K|200|2
SONACOMS|Sona BLW Precision Forgings|4684|607.25|A|1050|2
SAIL|Steel Authority of India|2963|184.62|M|4700|2
SUPREMEIND|Supreme Industries|3363|3622.6|G|175|2
SUZLON|Suzlon Energy|12018|55.58|G|8000|2
SWIGGY|Swiggy|27066|270.3|S|1300|2
TATACOMM|Tata Communications|3721|1580.5|T|0|2
TATAELXSI|Tata Elxsi|3411|4129.9|T|100|2
TATATECH|Tata Technologies|20293|581.35|T|0|2
TORNTPOWER|Torrent Power|13786|1736|P|0|2
TIINDIA|Tube Investments of India|312|2947.9|A|200|2
UPL|UPL|11287|641.85|K|1355|2
VMM|Vishal Mega Mart|27969|122.29|S|4850|2
IDEA|Vodafone Idea|14366|10.22|T|71475|2
VOLTAS|Voltas|3718|1430.4|S|375|2
3MINDIA|3M India|474|33300|G|0|3
ACMESOLAR|ACME Solar Holdings|27061|302.85|P|0|3
AIAENG|AIA Engineering|13086|3949.6|G|0|3
AWL|AWL Agri Business|8110|196.37|C|0|3
AADHARHFC|Aadhar Housing Finance|23729|488.6|F|0|3
AARTIIND|Aarti Industries|7|507.5|K|0|3
AAVAS|Aavas Financiers|5385|1380.7|F|0|3
ABBOTINDIA|Abbott India|17903|25435|H|0|3
ACE|Action Construction Equipment|13587|887.65|G|0|3
ABFRL|Aditya Birla Fashion and Retail|30108|64.2|S|0|3
ABLBL|Aditya Birla Lifestyle Brands|756843|102.78|S|0|3
ABREL|Aditya Birla Real Estate|625|1486.2|K|0|3
ABSLAMC|Aditya Birla Sun Life AMC|6018|1015.2|F|0|3
AEGISLOG|Aegis Logistics|40|700.95|E|0|3
AEGISVOPAK|Aegis Vopak Terminals|757336|189.62|E|0|3
AFCONS|Afcons Infrastructure|25977|339.7|R|0|3
AFFLE|Affle 3i|11343|1421.7|T|0|3
AJANTPHARM|Ajanta Pharmaceuticals|8124|2822.7|H|0|3
AKUMS|Akums Drugs and Pharmaceuticals|24715|547.3|H|0|3
AKZOINDIA|Akzo Nobel India|1467|2986.8|S|0|3
APLLTD|Alembic Pharmaceuticals|25328|755|H|0|3
ALKYLAMINE|Alkyl Amines Chemicals|4487|1516.1|K|0|3
ALOKINDS|Alok Industries|17675|13.79|S|0|3
ARE&M|Amara Raja Energy & Mobility|100|874.55|A|0|3
AMBER|Amber Enterprises India|1185|8024|S|100|3
ANANDRATHI|Anand Rathi Wealth|7145|3601.6|F|0|3
ANANTRAJ|Anant Raj|13620|486.9|R|0|3
ANGELONE|Angel One|324|308.71|F|250|3
APARINDS|Apar Industries|11491|12331|G|0|3
APOLLOTYRE|Apollo Tyres|163|408.4|A|0|3
APTUS|Aptus Value Housing Finance India|5435|260.14|F|0|3
ASAHIINDIA|Asahi India Glass|5378|836.25|A|0|3
ASTERDM|Aster DM Healthcare|1508|701.05|H|0|3
ASTRAZEN|AstraZenca Pharma India|5610|8213|H|0|3
ATHERENERG|Ather Energy|757645|934.85|A|1000|3
ATUL|Atul|263|6817.5|K|0|3
AIIL|Authum Investment & Infrastructure|23553|471.8|F|0|3
BASF|BASF India|368|3641.9|K|0|3
BEML|BEML|395|1806.1|G|0|3
BLS|BLS International Services|17279|278.31|S|0|3
BALKRISIND|Balkrishna Industries|335|2160.8|A|0|3
BALRAMCHIN|Balrampur Chini Mills|341|521.05|C|0|3
BANDHANBNK|Bandhan Bank|2263|199.72|B|3600|3
MAHABANK|Bank of Maharashtra|11377|78.37|B|9000|3
BATAINDIA|Bata India|371|718.45|S|0|3
BAYERCROP|Bayer Cropscience|17927|4764.1|K|0|3
BERGEPAINT|Berger Paints India|404|473.1|S|0|3
BIKAJI|Bikaji Foods International|11966|676.65|C|0|3
BSOFT|Birlasoft|6994|369.45|T|0|3
BLUEDART|Blue Dart Express|495|5465.7|S|0|3
BLUEJET|Blue Jet Healthcare|19686|444.55|H|0|3
BBTC|Bombay Burmah Trading Corporation|380|1501.1|C|0|3
FIRSTCRY|Brainbees Solutions|24814|239.21|S|0|3
BRIGADE|Brigade Enterprises|15184|790|R|0|3
MAPMYINDIA|C.E. Info Systems|7227|919.7|T|0|3
CCL|CCL Products (I)|11452|1135.1|C|0|3
CESC|CESC|628|187.53|P|0|3
CRISIL|CRISIL|757|4288.7|F|0|3
CAMPUS|Campus Activewear|9362|248.16|S|0|3
CANFINHOME|Can Fin Homes|583|865.25|F|0|3
CAPLIPOINT|Caplin Point Laboratories|3906|1709|H|0|3
CGCL|Capri Global Capital|20329|186.18|F|0|3
CARBORUNIV|Carborundum Universal|595|951.75|G|0|3
CASTROLIND|Castrol India|1250|184.82|E|0|3
CEATLTD|Ceat|15254|3445.2|A|0|3
CENTRALBK|Central Bank of India|14894|36.42|B|0|3
CDSL|Central Depository Services (India)|21174|1272|F|475|3
CENTURYPLY|Century Plyboards (India)|13305|797.65|S|0|3
CERA|Cera Sanitaryware|15039|5252.6|S|0|3
CHALET|Chalet Hotels|8546|757.7|S|0|3
CHAMBLFERT|Chambal Fertilizers & Chemicals|637|438.05|K|0|3
CHENNPETRO|Chennai Petroleum Corporation|2049|1128.35|E|0|3
CHOICEIN|Choice International|8866|663.45|F|0|3
CHOLAHLDNG|Cholamandalam Financial Holdings|21740|1556.1|F|0|3
CUB|City Union Bank|5701|270.09|B|0|3
CLEAN|Clean Science and Technology|5049|819.05|K|0|3
COHANCE|Cohance Lifesciences|17945|483.25|H|0|3
CAMS|Computer Age Management Services|342|738.6|F|825|3
CONCORDBIO|Concord Biotech|18060|1142|H|0|3
CRAFTSMAN|Craftsman Automation|2854|7688|A|0|3
CREDITACC|CreditAccess Grameen|4421|1300.1|F|0|3
CROMPTON|Crompton Greaves Consumer Electricals|17094|272.36|S|2150|3
CYIENT|Cyient|5748|871.75|T|0|3
DCMSHRIRAM|DCM Shriram|811|1227.5|G|0|3
DOMS|DOMS Industries|20551|2291.2|C|0|3
DALBHARAT|Dalmia Bharat|8075|1906.3|R|0|3
DATAPATTNS|Data Patterns (India)|7358|4081.7|G|0|3
DEEPAKFERT|Deepak Fertilisers & Petrochemicals Corp|827|1265.25|K|0|3
DEEPAKNTR|Deepak Nitrite|19943|1736.9|K|0|3
DELHIVERY|Delhivery|9599|467.05|S|2075|3
DEVYANI|Devyani International|5373|124.73|S|0|3
AGARWALEYE|Dr. Agarwal's Health Care|29452|445.1|H|0|3
LALPATHLAB|Dr. Lal Path Labs|11654|1367.2|H|0|3
EIDPARRY|E.I.D. Parry (India)|916|844|C|0|3
EIHOTEL|EIH|919|318.95|S|0|3
ELECON|Elecon Engineering Co|13643|506.65|G|0|3
ELGIEQUIP|Elgi Equipments|937|553.5|G|0|3
EMAMILTD|Emami|13517|444.5|C|0|3
EMCURE|Emcure Pharmaceuticals|24398|1680.1|H|0|3
ENDURANCE|Endurance Technologies|18822|2330.6|A|0|3
ENGINERSIN|Engineers India|4907|251.94|R|0|3
ERIS|Eris Lifesciences|21154|1322.9|H|0|3
ESCORTS|Escorts Kubota|958|3241.6|G|0|3
FACT|Fertilisers and Chemicals Travancore|1008|899.2|K|0|3
FINCABLES|Finolex Cables|1038|990.55|G|0|3
FINPIPE|Finolex Industries|1041|172.84|G|0|3
FSL|Firstsource Solutions|14304|213.94|S|0|3
FIVESTAR|Five-Star Business Finance|12032|479.55|F|0|3
FORCEMOT|Force Motors|11573|19904|A|25|3
GVT&D|GE Vernova T&D India|16783|4466.2|G|125|3
GRSE|Garden Reach Shipbuilders & Engineers|5475|2930.8|G|0|3
GICRE|General Insurance Corporation of India|277|393.4|F|0|3
GILLETTE|Gillette India|1576|7953.5|C|0|3
GLAND|Gland Pharma|1186|1750.8|H|0|3
GLAXO|Glaxosmithkline Pharmaceuticals|1153|2336.4|H|0|3
MEDANTA|Global Health|11956|1117.25|H|0|3
GODIGIT|Go Digit General Insurance|23799|309.05|F|0|3
GPIL|Godawari Power & Ispat|13409|296.3|G|0|3
GODREJAGRO|Godrej Agrovet|144|596.3|C|0|3
GODREJIND|Godrej Industries|10925|959.05|G|0|3
GRANULES|Granules India|11872|699.7|H|0|3
GRAPHITE|Graphite India|592|707.1|G|0|3
GRAVITA|Gravita India|20534|1630|M|0|3
GESHIP|Great Eastern Shipping Co|13776|1576.8|S|0|3
FLUOROCHEM|Gujarat Fluorochemicals|13750|3602|K|0|3
GUJGASLTD|Gujarat Gas|10599|380.05|E|0|3
GMDCLTD|Gujarat Mineral Development Corporation|5204|736.15|M|0|3
GSPL|Gujarat State Petronet|13197|285.19|E|0|3
HEG|H.E.G|1336|596.05|G|0|3
HBLENGINE|HBL Engineering|13966|798.5|G|0|3
HFCL|HFCL|21951|116.03|T|0|3
HAPPSTMNDS|Happiest Minds Technologies|48|373.1|T|0|3
HEXT|Hexaware Technologies|29666|447.65|T|0|3
HSCL|Himadri Speciality Chemical|14334|607.75|K|0|3
HINDCOPPER|Hindustan Copper|17939|534.85|M|0|3
HOMEFIRST|Home First Finance Company India|2056|1161.7|F|0|3
HONASA|Honasa Consumer|19813|340.6|C|0|3
HONAUT|Honeywell Automation India|3417|31030|G|0|3
ICICIPRULI|ICICI Prudential Life Insurance Company|18652|513.85|F|925|3
IDBI|IDBI Bank|1476|75.88|B|0|3
IFCI|IFCI|1491|58.69|F|0|3
IIFL|IIFL Finance|11809|458.95|F|0|3
INOXINDIA|INOX India|20607|1457|G|0|3
IRCON|IRCON International|4986|152.2|R|0|3
ITI|ITI|1675|298.88|T|0|3
INDGN|Indegene|23693|499.75|H|0|3
INDIACEM|India Cements|1515|395.9|R|0|3
INDIAMART|Indiamart Intermesh|10726|2103.6|S|0|3
IEX|Indian Energy Exchange|220|125.19|F|4350|3
IOB|Indian Overseas Bank|9348|35|B|0|3
INOXWIND|Inox Wind|7852|100.95|G|6400|3
INTELLECT|Intellect Design Arena|5926|745.35|T|0|3
IGIL|International Gemmological Institute (India)|28378|345.95|S|0|3
IKS|Inventurus Knowledge Solutions|28125|1654.7|T|0|3
IPCALAB|Ipca Laboratories|1633|1530.9|H|0|3
JBCHEPHARM|J.B. Chemicals & Pharmaceuticals|1726|2043.4|H|0|3
JKCEMENT|J.K. Cement|13270|5287|R|0|3
JBMA|JBM Auto|11655|630.15|A|0|3
JKTYRE|JK Tyre & Industries|14435|406.1|A|0|3
JMFINANCIL|JM Financial|13637|139.07|F|0|3
JSWCEMENT|JSW Cement|758460|122.47|R|0|3
JSWINFRA|JSW Infrastructure|19020|271.98|S|0|3
JPPOWER|Jaiprakash Power Ventures|11763|19.72|P|0|3
J&KBANK|Jammu & Kashmir Bank|5633|129.02|B|0|3
JINDALSAW|Jindal Saw|3024|222.75|G|0|3
JSL|Jindal Stainless|11236|767.4|M|0|3
JUBLINGREA|Jubilant Ingrevia|2783|713.75|K|0|3
JUBLPHARMA|Jubilant Pharmova|3637|926.6|H|0|3
JWL|Jupiter Wagons|20224|283.73|G|0|3
JYOTHYLAB|Jyothy Labs|15146|265.64|C|0|3
JYOTICNC|Jyoti CNC Automation|21334|749.95|G|0|3
KPRMILL|K.P.R. Mill|14912|936.6|S|0|3
KSB|KSB|1949|978.6|G|0|3
KAJARIACER|Kajaria Ceramics|1808|1187.65|S|0|3
KPIL|Kalpataru Projects International|1814|1250.3|R|0|3
KARURVYSYA|Karur Vysya Bank|1838|293.5|B|0|3
KAYNES|Kaynes Technology India|12092|4044.4|G|100|3
KEC|Kec International|13260|560.7|R|0|3
KFINTECH|Kfin Technologies|13359|895.7|F|500|3
KIRLOSBROS|Kirloskar Brothers|18581|1729.9|G|0|3
KIRLOSENG|Kirloskar Oil Eng|20936|1698.2|G|0|3
KIMS|Krishna Institute of Medical Sciences|4847|666.7|H|0|3
LTTS|L&T Technology Services|18564|3626.3|T|0|3
LTFOODS|LT Foods|13816|430.65|C|0|3
LATENTVIEW|Latent View Analytics|6818|292.35|T|0|3
LAURUSLABS|Laurus Labs|19234|1100.95|H|850|3
THELEELA|Leela Palaces Hotels & Resorts|757014|428.25|S|0|3
LEMONTREE|Lemon Tree Hotels|2606|117.59|S|0|3
LINDEINDIA|Linde India|1627|7320|K|0|3
LLOYDSME|Lloyds Metals And Energy|17313|1764.4|M|0|3
MMTC|MMTC|17957|64.78|S|0|3
MGL|Mahanagar Gas|17534|1135.65|E|0|3
MAHSCOOTER|Maharashtra Scooters|2085|12244|F|0|3
MAHSEAMLES|Maharashtra Seamless|2088|640|G|0|3
MANAPPURAM|Manappuram Finance|19061|294.35|F|3000|3
MRPL|Mangalore Refinery & Petrochemicals|2283|167.55|E|0|3
METROPOLIS|Metropolis Healthcare|9581|476.5|H|0|3
MINDACORP|Minda Corporation|25897|520.1|A|0|3
MSUMI|Motherson Sumi Wiring India|8596|40.54|A|0|3
MCX|Multi Commodity Exchange of India|31181|2971.5|F|625|3
NATCOPHARM|NATCO Pharma|3918|1095.75|H|0|3
NBCC|NBCC (India)|31415|91.65|R|6500|3
NCC|NCC|2319|163.84|R|0|3
NLCINDIA|NLC India|8585|316.6|P|0|3
NSLNISP|NMDC Steel|14180|42.72|M|0|3
NH|Narayana Hrudayalaya|11840|1766.6|H|0|3
NAVA|Nava|4014|661.85|P|0|3
NAVINFLUOR|Navin Fluorine International|14672|6821|K|0|3
NETWEB|Netweb Technologies India|17433|4064.8|T|0|3
NEULANDLAB|Neuland Laboratories|2406|15003|H|0|3
NEWGEN|Newgen Software Technologies|1164|505.75|T|0|3
NAM-INDIA|Nippon Life India Asset Management|357|1009.95|F|625|3
NIVABUPA|Niva Bupa Health Insurance Company|27097|78.32|F|0|3
NUVAMA|Nuvama Wealth Management|18721|1326.5|F|0|3
NUVOCO|Nuvoco Vistas Corporation|5426|296.7|R|0|3
OLAELEC|Ola Electric Mobility|24777|36.56|A|0|3
OLECTRA|Olectra Greentech|10637|1245.6|A|0|3
ONESOURCE|Onesource Specialty Pharma|29224|1738.1|H|0|3
PCBL|PCBL Chemical|2649|290.58|K|0|3
PGEL|PG Electroplast|25358|534|S|700|3
PNBHOUSING|PNB Housing Finance|18908|1045.65|F|650|3
PTCIL|PTC Industries|16682|16068|G|0|3
PVRINOX|PVR INOX|13147|1068.9|S|0|3
PETRONET|Petronet LNG|11351|276.76|E|1800|3
PFIZER|Pfizer|2643|4710.6|H|0|3
PPLPHARMA|Piramal Pharma|11571|161.87|H|0|3
POLYMED|Poly Medicure|25718|1512.1|H|0|3
POONAWALLA|Poonawalla Fincorp|11403|417.2|F|0|3
PRAJIND|Praj Industries|2705|408.35|G|0|3
PGHH|Procter & Gamble Hygiene & Health Care|2535|10146.5|C|0|3
RRKABEL|R R Kabel|18566|1571|G|0|3
RBLBANK|RBL Bank|18391|336.55|B|3175|3
RHIM|RHI MAGNESITA INDIA|31163|403.9|G|0|3
RITES|RITES|3761|218.91|R|0|3
RADICO|Radico Khaitan|10990|3423.1|C|150|3
RAILTEL|Railtel Corporation Of India|2431|323.55|T|0|3
RAINBOW|Rainbow Childrens Medicare|9408|1252.3|H|0|3
RKFORGE|Ramkrishna Forgings|11411|598.3|A|0|3
RCF|Rashtriya Chemicals & Fertilizers|2866|129.21|K|0|3
REDINGTON|Redington|14255|215.87|S|0|3
RELINFRA|Reliance Infrastructure|40001|500|P|0|3
RPOWER|Reliance Power|15259|28.61|P|0|3
SBFC|SBFC Finance|18026|92.31|F|0|3
SJVN|SJVN|18883|78.98|P|0|3
SAGILITY|Sagility|27052|41.74|T|12000|3
SAILIFE|Sai Life Sciences|27839|1069.45|H|0|3
SAMMAANCAP|Sammaan Capital|30125|144.61|F|0|3
SAPPHIRE|Sapphire Foods India|6718|205.61|S|0|3
SARDAEN|Sarda Energy and Minerals|17758|591.55|M|0|3
SAREGAMA|Saregama India|4892|343.85|S|0|3
SCHAEFFLER|Schaeffler India|1011|4124.8|A|0|3
SCHNEIDER|Schneider Electric Infrastructure|31234|914.45|G|0|3
SCI|Shipping Corporation of India|3048|304.48|S|0|3
SHYAMMETL|Shyam Metalics and Energy|4693|873.75|G|0|3
SIGNATURE|Signatureglobal (India)|18743|869.25|R|0|3
SOBHA|Sobha|13826|1433.4|R|0|3
SONATSOFTW|Sonata Software|6596|255.03|T|0|3
STARHEALTH|Star Health and Allied Insurance Company|7083|525.65|F|0|3
SUMICHEM|Sumitomo Chemical India|17105|419.15|K|0|3
SUNTV|Sun TV Network|13404|605.6|S|0|3
SUNDARMFIN|Sundaram Finance|3339|4534.8|F|0|3
SUNDRMFAST|Sundram Fasteners|3345|846.2|A|0|3
SWANCORP|Swan Corp|27095|334.45|K|0|3
SYNGENE|Syngene International|10243|467.65|H|0|3
SYRMA|Syrma SGS Technology|10793|958.95|G|0|3
TBOTEK|TBO Tek|23740|1255.4|S|0|3
TATACHEM|Tata Chemicals|3405|809|K|0|3
TATAINVEST|Tata Investment Corporation|1621|719.5|F|0|3
TTML|Tata Teleservices (Maharashtra)|8954|42.93|T|0|3
TECHNOE|Techno Electric & Engineering Company|6445|1283.25|R|0|3
TEJASNET|Tejas Networks|21131|415.15|T|0|3
NIACL|The New India Assurance Company|399|160.6|F|0|3
RAMCOCEM|The Ramco Cements|2043|935.1|R|0|3
THERMAX|Thermax|3475|4077.6|G|0|3
TIMKEN|Timken India|14198|3428.8|G|0|3
TITAGARH|Titagarh Rail Systems|15414|768.4|G|0|3
TARIL|Transformers And Rectifiers (India)|15174|334.2|G|0|3
TRIDENT|Trident|9685|25.97|S|0|3
TRIVENI|Triveni Engineering & Industries|13081|412.25|C|0|3
TRITURBINE|Triveni Turbine|25584|573.25|G|0|3
UCOBANK|UCO Bank|11223|26.79|B|0|3
UNOMINDA|UNO Minda|14154|1112.5|A|550|3
UTIAMC|UTI Asset Management Company|527|950|F|0|3
UBL|United Breweries|16713|1458.6|C|0|3
USHAMART|Usha Martin|8840|451.8|G|0|3
VGUARD|V-Guard Industries|15362|330.2|S|0|3
DBREALTY|Valor Estate|18124|103.57|S|0|3
VTL|Vardhman Textiles|2073|612|S|0|3
MANYAVAR|Vedant Fashions|8167|426.95|S|0|3
VENTIVE|Ventive Hospitality|28847|619.7|S|0|3
VIJAYA|Vijaya Diagnostic Centre|5585|1129.6|H|0|3
WAAREEENER|Waaree Energies|25907|3118.8|G|0|3
WELCORP|Welspun Corp|11821|1266.75|G|0|3
WELSPUNLIV|Welspun Living|11253|128.96|S|0|3
WHIRLPOOL|Whirlpool of India|18011|985.6|S|0|3
WOCKPHARMA|Wockhardt|7506|1395.6|H|0|3
YESBANK|Yes Bank|11915|19.93|B|31100|3
ZFCVINDIA|ZF Commercial Vehicle Control Systems India|16915|14699|A|0|3
ZEEL|Zee Entertainment Enterprises|3812|89.74|S|0|3
ZENTEC|Zen Technologies|7508|1671.1|G|0|3`

export const listedEquities: readonly ListedEquity[] = list
  .trim()
  .split('\n')
  .map((line) => {
    const [symbol = '', name = '', token, price, sector = '', lot, tier] = line.split('|')
    return {
      symbol,
      name,
      exchangeToken: Number(token),
      anchorPrice: Number(price),
      sector: sectorLetters.indexOf(sector),
      lotSize: Number(lot),
      tier: Number(tier),
    }
  })
