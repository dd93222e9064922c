/** Locations of the sample: districts by their official numbers, with existing streets. */

export interface SamplePlace {
  /** Prefix of the codes of shops there. */
  prefix: string
  province_id: number
  district_id: number
  /** Name as written after the street in an address. */
  name: string
  centre: readonly [latitude: number, longitude: number]
  streets: readonly string[]
}

const table = `
HCM | 79 | 760 | Quận 1 | 10.7757,106.7004 | Lê Lợi, Nguyễn Huệ, Hai Bà Trưng, Trần Hưng Đạo, Cống Quỳnh, Nguyễn Thị Minh Khai
HCM | 79 | 770 | Quận 3 | 10.7843,106.6844 | Võ Văn Tần, Cách Mạng Tháng Tám, Nguyễn Đình Chiểu, Lý Chính Thắng, Trần Quốc Thảo, Bàn Cờ
HCM | 79 | 774 | Quận 5 | 10.754,106.6634 | Nguyễn Trãi, Trần Hưng Đạo, An Dương Vương, Hồng Bàng, Châu Văn Liêm, Hải Thượng Lãn Ông
HCM | 79 | 775 | Quận 6 | 10.748,106.6352 | Hậu Giang, Kinh Dương Vương, Bà Hom, Phạm Văn Chí, Minh Phụng, Tháp Mười
HCM | 79 | 771 | Quận 10 | 10.7746,106.6679 | Ba Tháng Hai, Sư Vạn Hạnh, Tô Hiến Thành, Lý Thường Kiệt, Nguyễn Tri Phương, Ngô Gia Tự
HCM | 79 | 764 | Gò Vấp | 10.8387,106.6653 | Quang Trung, Phan Văn Trị, Nguyễn Oanh, Lê Đức Thọ, Phạm Văn Chiêu, Nguyễn Thái Sơn
HCM | 79 | 765 | Bình Thạnh | 10.8106,106.7091 | Xô Viết Nghệ Tĩnh, Bạch Đằng, Phan Đăng Lưu, Nơ Trang Long, Điện Biên Phủ, Lê Quang Định
HCM | 79 | 766 | Tân Bình | 10.8015,106.6526 | Cộng Hòa, Trường Chinh, Hoàng Văn Thụ, Lạc Long Quân, Âu Cơ, Phạm Văn Hai
HCM | 79 | 769 | Thủ Đức | 10.8494,106.7537 | Võ Văn Ngân, Kha Vạn Cân, Đặng Văn Bi, Lê Văn Việt, Nguyễn Duy Trinh, Đỗ Xuân Hợp
HCM | 79 | 777 | Bình Tân | 10.7653,106.6038 | Tên Lửa, Hương Lộ 2, Mã Lò, Lê Văn Quới, Tân Kỳ Tân Quý, Hồ Học Lãm
HCM | 79 | 783 | Củ Chi | 10.9738,106.4937 | Quốc lộ 22, Tỉnh lộ 8, Tỉnh lộ 15, Nguyễn Văn Khạ, Bùi Thị Điệt, Liêu Bình Hương
HNI | 1 | 1 | Ba Đình | 21.0338,105.814 | Kim Mã, Đội Cấn, Giảng Võ, Hoàng Hoa Thám, Ngọc Hà, Liễu Giai
HNI | 1 | 2 | Hoàn Kiếm | 21.0287,105.8523 | Hàng Bông, Hàng Đào, Lý Thường Kiệt, Bà Triệu, Phan Chu Trinh, Tràng Tiền
HNI | 1 | 6 | Đống Đa | 21.0181,105.8299 | Tôn Đức Thắng, Xã Đàn, Khâm Thiên, Tây Sơn, Láng, Chùa Bộc
HNI | 1 | 5 | Cầu Giấy | 21.0362,105.7905 | Cầu Giấy, Xuân Thủy, Trần Thái Tông, Hoàng Quốc Việt, Nguyễn Phong Sắc, Trung Kính
DNG | 48 | 492 | Hải Châu | 16.0472,108.2199 | Nguyễn Văn Linh, Hùng Vương, Ông Ích Khiêm, Lê Duẩn, Trưng Nữ Vương, Núi Thành
DNG | 48 | 491 | Thanh Khê | 16.0641,108.1873 | Điện Biên Phủ, Hàm Nghi, Trần Cao Vân, Lê Độ, Nguyễn Tri Phương, Hà Huy Tập
HPG | 31 | 304 | Ngô Quyền | 20.8581,106.6981 | Lạch Tray, Lương Khánh Thiện, Đà Nẵng, Cầu Đất, Lê Lợi, Văn Cao
HUE | 46 | 474 | Thuận Hóa | 16.4567,107.5934 | Hùng Vương, Nguyễn Huệ, Lê Lợi, Bà Triệu, Phan Bội Châu, Điện Biên Phủ
KHA | 56 | 568 | Nha Trang | 12.2451,109.1883 | Trần Phú, Thống Nhất, 23 Tháng 10, Lê Hồng Phong, Ngô Gia Tự, Nguyễn Thiện Thuật
DLK | 66 | 643 | Buôn Ma Thuột | 12.6797,108.0447 | Nguyễn Tất Thành, Lê Duẩn, Phan Chu Trinh, Y Jút, Hoàng Diệu, Ngô Quyền
LDG | 68 | 672 | Đà Lạt | 11.9404,108.4383 | Phan Đình Phùng, Ba Tháng Hai, Bùi Thị Xuân, Hai Bà Trưng, Nguyễn Văn Trỗi, Phù Đổng Thiên Vương
BTN | 60 | 593 | Phan Thiết | 10.9333,108.1002 | Trần Hưng Đạo, Thủ Khoa Huân, Tôn Đức Thắng, Hùng Vương, Lê Hồng Phong, Nguyễn Tất Thành
DNI | 75 | 731 | Biên Hòa | 10.9508,106.8211 | Phạm Văn Thuận, Nguyễn Ái Quốc, Đồng Khởi, Bùi Văn Hòa, Cách Mạng Tháng Tám, 30 Tháng 4
BDG | 74 | 718 | Thủ Dầu Một | 10.9804,106.6519 | Đại lộ Bình Dương, Cách Mạng Tháng Tám, Yersin, Phú Lợi, Huỳnh Văn Lũy, Lê Hồng Phong
BDG | 74 | 725 | Thuận An | 10.9055,106.6992 | Cách Mạng Tháng Tám, Nguyễn Văn Tiết, Thủ Khoa Huân, Nguyễn Trãi, 22 Tháng 12, Phan Đình Phùng
VTU | 77 | 747 | Vũng Tàu | 10.346,107.0843 | Trương Công Định, Nam Kỳ Khởi Nghĩa, Lê Hồng Phong, Nguyễn An Ninh, Thùy Vân, Ba Cu
TNI | 72 | 703 | Tây Ninh | 11.3101,106.0983 | Cách Mạng Tháng Tám, 30 Tháng 4, Hoàng Lê Kha, Trưng Nữ Vương, Nguyễn Trãi, Điện Biên Phủ
LAN | 80 | 794 | Tân An | 10.5359,106.4137 | Hùng Vương, Nguyễn Đình Chiểu, Trương Định, Châu Thị Kim, Quốc lộ 1, Bảo Định
TGG | 82 | 815 | Mỹ Tho | 10.3542,106.3643 | Ấp Bắc, Nam Kỳ Khởi Nghĩa, Đinh Bộ Lĩnh, Lý Thường Kiệt, Hùng Vương, Trần Hưng Đạo
BTE | 83 | 829 | Bến Tre | 10.2434,106.3756 | Đồng Khởi, Nguyễn Đình Chiểu, Hùng Vương, Đoàn Hoàng Minh, Nguyễn Huệ, 30 Tháng 4
VLG | 86 | 855 | Vĩnh Long | 10.2537,105.9722 | Phạm Thái Bường, Trưng Nữ Vương, 2 Tháng 9, Phạm Hùng, 3 Tháng 2, Nguyễn Huệ
DTP | 87 | 866 | Cao Lãnh | 10.4603,105.6329 | Nguyễn Huệ, Phạm Hữu Lầu, Lý Thường Kiệt, Nguyễn Trãi, 30 Tháng 4, Tôn Đức Thắng
DTP | 87 | 867 | Sa Đéc | 10.2937,105.7569 | Nguyễn Sinh Sắc, Hùng Vương, Trần Hưng Đạo, Nguyễn Huệ, Lý Thường Kiệt, An Dương Vương
AGG | 89 | 883 | Long Xuyên | 10.3864,105.4352 | Trần Hưng Đạo, Hà Hoàng Hổ, Nguyễn Huệ, Lý Thái Tổ, Tôn Đức Thắng, Hùng Vương
AGG | 89 | 884 | Châu Đốc | 10.7074,105.1177 | Lê Lợi, Tân Lộ Kiều Lương, Nguyễn Văn Thoại, Thủ Khoa Nghĩa, Phan Đình Phùng, Trưng Nữ Vương
KGG | 91 | 899 | Rạch Giá | 10.0125,105.0809 | Nguyễn Trung Trực, Lâm Quang Ky, Mạc Cửu, Lạc Hồng, Trần Phú, 3 Tháng 2
CTO | 92 | 916 | Ninh Kiều | 10.0342,105.7722 | Nguyễn Trãi, 30 Tháng 4, Mậu Thân, Trần Hưng Đạo, Hòa Bình, Nguyễn Văn Cừ
CTO | 92 | 918 | Bình Thủy | 10.0722,105.7398 | Cách Mạng Tháng Tám, Lê Hồng Phong, Bùi Hữu Nghĩa, Huỳnh Mẫn Đạt, Đặng Văn Dầy, Trần Quang Diệu
STG | 94 | 941 | Sóc Trăng | 9.6025,105.9739 | Trần Hưng Đạo, Lê Hồng Phong, Hùng Vương, Phú Lợi, Tôn Đức Thắng, Nguyễn Trung Trực
CMU | 96 | 964 | Cà Mau | 9.1768,105.1524 | Phan Ngọc Hiển, Ngô Quyền, Nguyễn Tất Thành, Lý Thường Kiệt, Trần Hưng Đạo, Nguyễn Trãi`

export const samplePlaces: readonly SamplePlace[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [prefix, province_id, district_id, name, centre, streets] = line.split(' | ') as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const [latitude, longitude] = centre.split(',').map(Number) as [number, number]
    return {
      prefix,
      province_id: Number(province_id),
      district_id: Number(district_id),
      name,
      centre: [latitude, longitude],
      streets: streets.split(', '),
    }
  })
